/** Sites use powers of 1024 even when they write KB, MB or GB. */
const powers: Record<string, number> = {k: 1, m: 2, g: 3, t: 4};
const withUnit = /(?<value>\d[\d.,]{0,20})\s?(?<unit>[KMGT])i?B(?![\w/])/i;
const named = /\bsize\b\W{0,10}(?<value>\d[\d.,]{0,20})\s?(?<unit>[KMGT])i?B?(?![\w/])/i;

/**
 * Bytes for a text such as `5.64 GB` or `1234`; 0 when it has no size. In a longer text the number
 * after the word "size" wins.
 */
export function parseSize(text: string): number {
	if (/^\d{1,16}$/.test(text)) {
		return Number(text);
	}
	const groups = (named.exec(text) ?? withUnit.exec(text))?.groups;
	const power = powers[groups?.['unit']?.toLowerCase() ?? ''];
	return groups?.['value'] === undefined || power === undefined ? 0 : Math.round(toNumber(groups['value']) * 1024 ** power);
}

/** A comma before three digits separates thousands; otherwise it is the decimal separator. */
function toNumber(text: string): number {
	const plain = /,\d{1,2}$/.test(text) && !text.includes('.') ? text.replace(/,(?=\d{1,2}$)/, '.') : text;
	const value = Number(plain.replaceAll(',', '').replace(/\.$/, ''));
	return Number.isFinite(value) ? value : 0;
}
