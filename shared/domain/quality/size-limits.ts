import {type QualityName, qualities} from './qualities.ts';

/** Megabytes (1,048,576 bytes) a minute of running time. */
export interface SizeLimit {
	minimum: number;
	/** What ranking comes nearest to; null prefers the larger. */
	preferred: number | null;
	/** Null: no upper limit. */
	maximum: number | null;
}

export type SizeLimits = Readonly<Partial<Record<QualityName, SizeLimit>>>;

export const bytesPerMegabyte = 1024 * 1024;

const minimumByLines: Readonly<Record<number, number>> = {2160: 6, 1080: 3, 720: 2, 576: 1, 480: 1};
const preferredByLines: Readonly<Record<number, number>> = {2160: 170, 1080: 60, 720: 30, 576: 15, 480: 12};

/** Far below any honest encode: they catch fakes and samples, not small encodes. */
export const defaultSizeLimits: SizeLimits = Object.fromEntries(
	qualities.map(({name, resolution, modifier}) => [
		name,
		{
			minimum: (minimumByLines[resolution] ?? 0) * (modifier === 'remux' ? 6 : 1),
			preferred: modifier === 'remux' ? null : (preferredByLines[resolution] ?? null),
			maximum: null,
		},
	]),
);
