/** The package has no types of its own. */
declare module 'bencode' {
	const bencode: {
		/** Texts become bytes, and dictionaries objects with the keys as UTF-8 text. */
		decode: {
			(bytes: Uint8Array): unknown;
			/** The position in what it decodes. */
			position: number;
			/** Reads the text at the position. */
			buffer(): Uint8Array;
		};
		encode(value: unknown): Uint8Array;
	};
	export default bencode;
}
