/** A diff that replaces lines 10 and following of a file. */
export function change(path: string, removed: readonly string[], added: readonly string[]): string {
  const body = [...removed.map((line) => `-${line}\n`), ...added.map((line) => `+${line}\n`)].join('');
  const header = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`;
  return `${header}@@ -10,${removed.length} +10,${added.length} @@\n${body}`;
}

/** A diff that adds a file of these lines. */
export function addition(path: string, ...lines: readonly string[]): string {
  const header = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n`;
  return `${header}@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
}

/** A diff that deletes a file of one line. */
export function deletion(path: string): string {
  const header = `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n`;
  return `${header}@@ -1 +0,0 @@\n-x\n`;
}

/** A diff that moves a file without a change. */
export function rename(from: string, to: string): string {
  return `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
}
