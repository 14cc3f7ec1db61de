import type {Resolution} from '../../parsed-title.ts';

/** Spellings that state the lines of the picture. */
export const statedResolutions: [spelling: string, lines: Resolution][] = [
	...(['360', '480', '540', '576', '720', '1080', '2160'] as const).flatMap(lines =>
		['p', 'i'].map((scan): [string, Resolution] => [lines + scan, Number(lines) as Resolution]),
	),
	['240p', 360],
	['400p', 360],
	['404p', 360],
	['432p', 480],
	['486p', 480],
	['960p', 720],
	['1440p', 1080],
	['4320p', 2160],
	['4kto1080p', 1080],
];

/** Words for a resolution that a stated one overrides: `UHD BluRay 1080p` was scaled down. */
export const impliedResolutions: [spelling: string, lines: Resolution][] = [
	['4k', 2160],
	['8k', 2160],
	['uhd', 2160],
	['ultra hd', 2160],
	['uhd bd', 2160],
	['uhd remux', 2160],
	['uhdtv', 2160],
	['full hd', 1080],
	['fhd', 1080],
];

/** Resolutions that are sometimes written without a `p`. */
export const bareResolutions: ReadonlyMap<string, Resolution> = new Map(
	([480, 576, 720, 1080, 2160] as const).map(lines => [String(lines), lines]),
);

const frame = /^(?<width>\d{3,4})x(?<height>\d{3,4})$/;

/** Lines of a frame size such as `1920x1080` or `848x480`; 0 for any other word. */
export function frameLines(word: string): Resolution {
	const size = frame.exec(word)?.groups;
	if (size === undefined) {
		return 0;
	}
	const width = Number(size['width']);
	const height = Number(size['height']);
	if (width < 320 || width > 7680 || height < 240) {
		return 0;
	}
	if (width > 2600) {
		return 2160;
	}
	if (width > 1400 || height > 960) {
		return 1080;
	}
	if (width > 1100 || height > 600) {
		return 720;
	}
	return height === 576 || height === 540 ? height : height > 400 ? 480 : 360;
}
