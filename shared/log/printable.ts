/** Characters that a terminal obeys, and those that change the order or the lines of what it shows. */
const commands = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** The text on one line, with escapes such as `\u001b`, which mean the same in JSON, for what a terminal would obey. */
export function printable(text: string): string {
	return text.replace(commands, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
