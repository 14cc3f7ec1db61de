import {childrenOf, textOf, type XmlElement} from '../../xml.ts';

/** One `item` of a feed, with its name/value attributes. */
export interface Item {
	element: XmlElement;
	/** Values of `newznab:attr`, `torznab:attr` and similar elements by lower-case name, in document order. */
	attributes: Map<string, string[]>;
	/**
	 * The `torrent` element of an EZRSS feed. Sites that put its fields directly into the item are read the same way.
	 */
	torrent: XmlElement;
}

/** Values of one attribute; sites repeat the category and the tag a few times. */
const maxValues = 1000;

export function readAttributes(element: XmlElement): Item {
	const attributes = new Map<string, string[]>();
	for (const {attributes: pair} of childrenOf(element, 'attr')) {
		const name = pair.get('name')?.trim().toLowerCase();
		const value = pair.get('value')?.trim();
		if (name && value) {
			const values = attributes.get(name) ?? [];
			if (values.length < maxValues) {
				attributes.set(name, values);
				values.push(value);
			}
		}
	}
	return {element, attributes, torrent: childrenOf(element, 'torrent')[0] ?? element};
}

/** Returns the first attribute with one of these names, otherwise the text of a child element with one of them. */
export function fieldOf({element, attributes, torrent}: Item, ...names: string[]): string | null {
	for (const name of names) {
		const value = attributes.get(name)?.[0];
		if (value !== undefined) {
			return value;
		}
	}
	return textOf(torrent, ...names) ?? textOf(element, ...names);
}

/** A whole number of at least 0; null for any other value. */
export function countOf(item: Item, ...names: string[]): number | null {
	const value = fieldOf(item, ...names);
	return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** A number of at least 0, with or without decimals; null for any other value. */
export function amountOf(item: Item, ...names: string[]): number | null {
	const value = fieldOf(item, ...names)?.replace(',', '.') ?? '';
	return /^\d{1,12}(?:\.\d{1,9})?$/.test(value) ? Number(value) : null;
}
