/** The names of an object's fields, in the order of the names. */
export function namesInOrder(object: object): string[] {
  const names = Object.keys(object);
  return names.every((name, at) => at === 0 || (names[at - 1] ?? '') < name) ? names : names.sort();
}
