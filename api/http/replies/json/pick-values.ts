import {bson, readInt32, readNumber, readText, sizeOfValue, skipName} from './bson-value.ts';

/** Reads single values of a stored document without turning it into an object. */
export interface PickedValues {
	/** Texts; null for anything else. */
	text(name: string): string | null;
	/** Dates; null for anything else. */
	moment(name: string): Date | null;
	/** Numbers; null for anything else. */
	number(name: string): number | null;
	/** Whether the value is `true`. */
	isTrue(name: string): boolean;
}

const numeric: ReadonlySet<number> = new Set([bson.int32, bson.int64, bson.double]);

/** Reads the values on the top level of a document. */
export function pickValues(document: Uint8Array): PickedValues {
	const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
	const places = new Map<string, {type: number; at: number}>();
	const end = readInt32(bytes, 0) - 1;
	for (let at = 4; at < end; ) {
		const type = bytes[at]!; // before the end
		const value = skipName(bytes, at + 1);
		places.set(bytes.toString('latin1', at + 1, value - 1), {type, at: value});
		at = value + sizeOfValue(type, bytes, value);
	}
	const placeOf = (name: string, type: number) => {
		const place = places.get(name);
		return place?.type === type ? place.at : null;
	};
	return {
		text(name) {
			const at = placeOf(name, bson.text);
			return at === null ? null : readText(bytes, at);
		},
		moment(name) {
			const at = placeOf(name, bson.date);
			return at === null ? null : new Date(Number(bytes.readBigInt64LE(at)));
		},
		number(name) {
			const place = places.get(name);
			return place && numeric.has(place.type) ? readNumber(place.type, bytes, place.at) : null;
		},
		isTrue(name) {
			const at = placeOf(name, bson.boolean);
			return at !== null && bytes[at] === 1;
		},
	};
}
