// What is too faint to read, and what is too small for a thumb, on the page as it is now.
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b]
    .map((each) => each / 255)
    .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    .reduce((sum, each, index) => sum + each * [0.2126, 0.7152, 0.0722][index], 0);
  const backgroundOf = (node) => {
    for (let each = node; each; each = each.parentElement) {
      const colour = rgba(getComputedStyle(each).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".unseen");
  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent.trim() || !isSeen(node)) continue;
    const [one, other] = [light(rgba(getComputedStyle(node).color)), light(backgroundOf(node))].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (other + 0.05);
    if (contrast < 4.5) faint.push(`${texts.currentNode.textContent.trim().slice(0, 30)}: ${contrast.toFixed(2)}`);
  }
  const small = [...document.querySelectorAll("button, select, summary, textarea, input, a.button, label.button")]
    .filter(isSeen)
    .map((node) => [node, node.matches("[type=checkbox], [type=radio]") ? (node.closest("label") ?? node) : node])
    .map(([node, target]) => [node, target.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 39.9 || height < 39.9)
    .map(([node, { width, height }]) => `${node.outerHTML.slice(0, 60)}: ${width} x ${height}`);
  const nameless = [...document.querySelectorAll("button, select, input, textarea")]
    .filter(isSeen)
    .filter((node) => !node.labels?.length && !node.getAttribute("aria-label") && !node.textContent.trim())
    .map((node) => node.outerHTML.slice(0, 60));
  return { faint, small, nameless };
}
