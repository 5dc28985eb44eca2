// The page's own sentences, in the language that was chosen.

let language = "en";
let words = {};

export function setWords(newLanguage, newWords) {
  language = newLanguage;
  words = newWords;
  document.documentElement.lang = newLanguage;
  document.title = t("title");
}

export const currentLanguage = () => language;

/** Return a sentence with its facts. */
export function t(name, facts = {}) {
  return words[name].replace(/\{(\w+)\}/g, (whole, fact) => (fact in facts ? String(facts[fact]) : whole));
}
