/** Characters that XML 1.0 has no place for, escaped or not. */
const impossible = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const entities: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

/** For the text of an element, and for an attribute in double quotes. */
export function escapeXml(text: string): string {
	return text.replace(impossible, '').replace(/[&<>"]/g, character => entities[character] ?? character);
}
