// Who and what there is, and who one is: shared by all modules, changed by `main.js` alone.

import { t } from "./words.js";

export const stage = { people: [], channels: [], roles: [], users: [], on: false, bot: "", language: "en" };

let myId = sessionStorage.getItem("me");

export const me = () => stage.people.find((person) => person.id === myId) ?? stage.people[0];

export function becomePerson(id) {
  myId = id;
  sessionStorage.setItem("me", id);
}

/** Return what a select of people, roles or channels offers, by the number of its kind; also an option's of a command. */
export function things(kind) {
  const users = () => stage.users.map(({ id, name }) => ({ value: id, label: `@${name}` }));
  const roles = () => stage.roles.map(({ id, name }) => ({ value: id, label: name.startsWith("@") ? name : `@${name}` }));
  const channels = () => stage.channels.map(({ id, name }) => ({ value: id, label: `#${name}` }));
  return { user: users, role: roles, channel: channels, mentionable: () => [...users(), ...roles()] }[kind]();
}

export function personLabel(person) {
  if (person.host) return t("the_host");
  return t(person.automatic ? "automatic" : "a_player", { name: person.name });
}

/** Return the sentence about an answer that is no good, or "" if it is. */
export function complaint(answer, failed) {
  if (answer.kind === "failed") return failed;
  if (answer.kind === "unreachable") return t("unreachable");
  if (answer.kind === "refused" && answer.word) return t(answer.word);
  if (answer.kind === "refused" || answer.kind === "misunderstood") return t("refused", { text: answer.text });
  return "";
}
