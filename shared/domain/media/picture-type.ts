type PictureType = 'image/gif' | 'image/jpeg' | 'image/png' | 'image/webp';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpeg = [0xff, 0xd8, 0xff];
const gif = [0x47, 0x49, 0x46, 0x38];
const riff = [0x52, 0x49, 0x46, 0x46];
const webp = [0x57, 0x45, 0x42, 0x50];

/** The type of a picture by its first bytes, whatever a server calls it; null for anything else. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
	const has = (magic: readonly number[], at = 0) => magic.every((byte, index) => bytes[at + index] === byte);
	if (has(jpeg)) {
		return 'image/jpeg';
	}
	if (has(png)) {
		return 'image/png';
	}
	if (has(gif)) {
		return 'image/gif';
	}
	return has(riff) && has(webp, 8) ? 'image/webp' : null;
}
