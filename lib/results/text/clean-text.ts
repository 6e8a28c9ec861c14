/** Terminal control sequences: CSI, OSC (titles), and the short escapes such as `ESC c`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const terminalControl = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]*[0-Z\\^-~])/g;

/** Characters that XML, Postgres or a page cannot hold. Tab, line feed and carriage return are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const illegal = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff]/g;

/** Text without terminal control and without unreadable characters, and how many characters that concerned. */
export interface CleanedText {
  text: string;
  cleaned: number;
}

/**
 * Makes text from a device readable: terminal control is taken out, backspaces take effect, and a character that
 * cannot be stored becomes a visible one (NUL → `␀`, others without a picture → `�`).
 */
export function cleanText(raw: string): CleanedText {
  if (raw.search(illegal) === -1 && raw.isWellFormed()) return { text: raw, cleaned: 0 };
  let cleaned = 0;
  const count = (part: string, replacement: string): string => {
    cleaned += part.length;
    return replacement;
  };
  const plain = raw.includes('\x1b') ? raw.replace(terminalControl, (part) => count(part, '')) : raw;
  const typed = plain.includes('\b') ? applyBackspaces(plain) : plain;
  cleaned += plain.length - typed.length;
  const legal = typed.replace(illegal, (character) => count(character, visible(character)));
  return legal.isWellFormed() ? { text: legal, cleaned } : { text: legal.toWellFormed(), cleaned: cleaned + 1 };
}

function visible(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : '\ufffd';
}

function applyBackspaces(text: string): string {
  const kept: string[] = [];
  for (const character of text) {
    if (character !== '\b') kept.push(character);
    else if (kept.at(-1) !== '\n') kept.pop();
  }
  return kept.join('');
}
