import type {Scope} from '../scope.ts';
import type {QualityName} from './qualities.ts';

/** Megabytes (1,048,576 bytes) per minute of running time. */
export interface SizeLimit {
	minimum: number;
	/** Ranking prefers sizes close to this; null prefers larger ones. */
	preferred: number | null;
	/** Null for no upper limit. */
	maximum: number | null;
}

type Limits = Readonly<Partial<Record<QualityName, SizeLimit>>>;
/** Of movies and series alike, and those that hold only for one of them. */
export type SizeLimits = Limits & {readonly own?: Readonly<Partial<Record<Exclude<Scope, null>, Limits>>>};

/** What holds for releases of movies, or of series. */
export const limitFor = (limits: SizeLimits, quality: QualityName, media: 'movie' | 'series'): SizeLimit | undefined =>
	limits.own?.[media === 'movie' ? 'movies' : 'tv']?.[quality] ?? limits[quality];

export const bytesPerMegabyte = 1024 * 1024;

export const inMegabytes = (bytes: number) => `${Math.round(bytes / bytesPerMegabyte)} MB`;

/** Minutes assumed for a film or an episode of unknown running time. */
export const assumedMinutes = {movie: 110, episode: 45} as const;

const usual: SizeLimit = {minimum: 2, preferred: 95, maximum: 100};
const high: SizeLimit = {minimum: 4, preferred: 95, maximum: 130};
const open: SizeLimit = {minimum: 4, preferred: null, maximum: null};
const unjudged: SizeLimit = {minimum: 0, preferred: 95, maximum: 100};

/**
 * Films and episodes share one table. The minimums are Sonarr's; the maximums are the larger of Radarr's and Sonarr's.
 * For remuxes and 2160p, where Radarr has no minimum and Sonarr has 35, the minimum of 1080p applies.
 */
const limits: Readonly<Record<QualityName, SizeLimit>> = {
	'Remux-2160p': open,
	'Bluray-2160p': open,
	'WEBDL-2160p': open,
	'WEBRip-2160p': open,
	'HDTV-2160p': open,
	'Remux-1080p': open,
	'Bluray-1080p': open,
	'WEBDL-1080p': high,
	'WEBRip-1080p': high,
	'HDTV-1080p': {...high, maximum: 125},
	'Bluray-720p': high,
	'WEBDL-720p': {...high, minimum: 3},
	'WEBRip-720p': {...high, minimum: 3},
	'HDTV-720p': {minimum: 3, preferred: 95, maximum: 125},
	'Bluray-576p': usual,
	'Bluray-480p': usual,
	'WEBDL-480p': usual,
	'WEBRip-480p': usual,
	DVD: usual,
	'DVD-R': unjudged,
	SDTV: usual,
	Telecine: unjudged,
	Telesync: unjudged,
	CAM: unjudged,
	Workprint: unjudged,
	Unknown: {minimum: 1, preferred: 194.9, maximum: 199.9},
};

export const defaultSizeLimits: Readonly<Record<QualityName, SizeLimit>> = limits;

/** Why a limit is invalid, by field; empty when it is valid. */
export function sizeLimitFaults({minimum, preferred, maximum}: SizeLimit): {field: keyof SizeLimit; message: string}[] {
	const faults: {field: keyof SizeLimit; message: string}[] = [];
	if (maximum !== null && maximum < minimum) {
		faults.push({field: 'maximum', message: `must be at least the minimum, ${minimum}`});
	}
	if (preferred !== null && (preferred < minimum || (maximum !== null && preferred > maximum))) {
		faults.push({
			field: 'preferred',
			message: `must be between the minimum, ${minimum}, and the maximum, ${maximum ?? 'which is not set'}`,
		});
	}
	return faults;
}

/** The limit in bytes for this many minutes. */
export function sizesFor({minimum, preferred, maximum}: SizeLimit, minutes: number) {
	const bytes = (megabytes: number | null) => (megabytes === null ? null : Math.round(megabytes * minutes * bytesPerMegabyte));
	return {minutes, minimum: bytes(minimum) ?? 0, preferred: bytes(preferred), maximum: bytes(maximum)};
}
