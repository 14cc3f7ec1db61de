/** Stands for one character of a technical number; no title has it and no pattern matches it. */
export const blank = '\u0001';

/** Frames are at least 240 lines high, and 400 where they are a thousand wide; `2019x112` is an episode. */
const resolution = '(?:\\d{3} ?[x×х*] ?[23]\\d\\d|\\d{3,4} ?[x×х*] ?(?:[4-9]\\d\\d|\\d{4}))[pi]?|\\d{3,4}[pi](?:\\d{2,3})?(?:fps)?';
const codec = '[xh][. _]?26[2-6]|mpe?g-?[24]|mp[34]|av1|avc\\d?|vc-?1|vp9';
const channels =
	'(?:aac|e?ac-?3|ddp?a?\\+?|dts(?:-?hd)?(?:[ .-]?ma)?|flac|opus|truehd|l?pcm|ma|hra|atmos|ch)[ ._-]?[1-9](?:[ ._][0-9])?(?:ch)?|(?<!\\d\\.)[57]\\.1(?:ch)?';
const sound = 'e?ac-?3|dts-?x|2xflac';
const depth = '\\d{1,2}[ -]?bits?|1[02]b|hi(?:10|444)p?p?|hdr10(?:\\+|plus)?';
const size = '\\d{1,4}(?:[.,]\\d{1,2})? ?[mg]i?b(?:ps)?|\\d{2,3}(?:\\.\\d{1,3})? ?fps|\\d{2,3} ?k?hz';
const medium = '[248]k(?:to\\d{3,4}p)?|3d|\\d?x?dvd-?[59]|bd-?(?:25|50|66|100)|cd\\d|ds4k|mp4|m2ts';

const technicalNumber = new RegExp(
	`(?<![a-z\\d])(?:${[resolution, codec, channels, sound, depth, size, medium].join('|')})(?![a-z\\d])|[[(][\\da-f]{8}[\\])]`,
	'gi',
);

const technicalStart = new RegExp(`^(?:${technicalNumber.source})`, 'i');

/** Whether the text begins with such a number. */
export function startsTechnical(text: string): boolean {
	return technicalStart.test(text);
}

/** The name with every number that speaks of picture, sound, size or checksum blanked, same length. */
export function blankTechnical(name: string): string {
	return name.replace(technicalNumber, found => blank.repeat(found.length));
}
