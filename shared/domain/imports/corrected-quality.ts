import type {Quality} from '../quality/qualities.ts';
import {qualityOf} from '../quality/quality-of.ts';
import type {ParsedQuality, Resolution} from '../release/parsed-title.ts';

/** Smallest width or height of each resolution. Wide films are cropped in height, old ones in width. */
const steps: readonly (readonly [width: number, height: number, resolution: Resolution])[] = [
	[3200, 2100, 2160],
	[1800, 1000, 1080],
	[1200, 700, 720],
	[1000, 560, 576],
	[700, 460, 480],
	[1, 1, 360],
];

/** `1920x800` -> 1080; 0 when unknown. */
export function resolutionOf(size: string | null): Resolution {
	const [width = 0, height = 0] = (size ?? '').split('x').map(Number);
	return steps.find(([least, lines]) => width >= least || height >= lines)?.[2] ?? 0;
}

/** The quality of the release, with the actual resolution of the file. */
export function correctedQuality(parsed: ParsedQuality, size: string | null): Quality {
	const resolution = resolutionOf(size);
	return qualityOf(resolution === 0 ? parsed : {...parsed, resolution});
}
