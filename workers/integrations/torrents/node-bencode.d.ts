/** The package has no types of its own. */
declare module 'bencode' {
	const bencode: {
		/** Texts become bytes, and dictionaries objects with the keys as UTF-8 text. */
		decode(bytes: Uint8Array): unknown;
		encode(value: unknown): Uint8Array;
	};
	export default bencode;
}
