/** The same tags with their attributes in another order, in other quotes, names in upper case, blanks between. */
export function rewriteTags(html: string, choose: () => number): string {
	return html.replace(/<(\/?)([a-z][\w-]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>/gi, (_, slash: string, name: string, rest: string) => {
		const attributes = [...rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value]) => {
			const written = choose() % 2 ? key.toUpperCase() : key;
			return value === undefined ? written : `${written}${quoted(value, choose())}`;
		});
		const ordered = choose() % 2 ? attributes.reverse() : attributes;
		const gap = [' ', '\n', '  ', '\t', ' / ', ' '][choose()] ?? ' ';
		return `<${slash}${choose() % 2 ? name.toUpperCase() : name}${ordered.map(each => gap + each).join('')}${choose() % 2 ? ' ' : ''}>`;
	});
}

function quoted(value: string, choice: number): string {
	if (choice % 3 === 0 && /^[^\s"'=<>`/]+$/.test(value)) {
		return `=${value}`;
	}
	return choice % 3 === 1 && !value.includes("'") ? ` = '${value}'` : `="${value}"`;
}
