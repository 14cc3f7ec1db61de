const unescaped = new Set(
	Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!*()', letter => letter.charCodeAt(0)),
);
const space = 0x20;

/** Encodes the value of a form as .NET does, by the bytes that an encoding gives: a blank is a plus sign. */
export function formEncode(text: string, encode: (text: string) => Uint8Array): string {
	return Array.from(encode(text), byte => {
		if (byte === space) {
			return '+';
		}
		return unescaped.has(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
	}).join('');
}
