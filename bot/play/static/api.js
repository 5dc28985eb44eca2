// Talking to the playground: what is asked, done and told.

/** Return what the server has. */
export async function ask(path, query = {}) {
  const answer = await fetch(`/api/${path}?${new URLSearchParams(query)}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** Do something ("act/press", "control/skip"), with files if there are any; return what came of it, by its `kind`. */
export async function post(path, payload, files = []) {
  const form = new FormData();
  form.set("payload", JSON.stringify(payload));
  for (const file of files) form.append("files", file, file.name);
  try {
    const answer = await fetch(`/api/${path}`, { method: "POST", body: form });
    return await answer.json();
  } catch {
    return { kind: "unreachable" };
  }
}

/** Listen to what happens: `listeners` by the name of the event; `connected` is called with whether it can be heard. */
export function listen(listeners, connected) {
  const stream = new EventSource("/api/events");
  stream.addEventListener("error", () => connected(false));
  stream.addEventListener("open", () => connected(true));
  for (const [name, listener] of Object.entries(listeners)) {
    stream.addEventListener(name, (event) => listener(JSON.parse(event.data)));
  }
}
