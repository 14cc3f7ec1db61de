import {hourMs, minuteMs} from '#shared/domain/durations.ts';
import {asRecord, parseJson, readNumber, readText} from '../../http/read-body.ts';

/** How many downloads are left, and when the count restarts. */
export interface QuotaWord {
	remaining: number;
	resetAt: Date;
	/** False when `resetAt` is a guess. */
	isReported: boolean;
}

/** The provider counts by the day; a time further ahead is due to a wrong clock. */
const longestMs = 48 * hourMs;
const shortestMs = 60_000;

/** Null when there is no token. `host` has no path and no protocol. */
export function parseLogin(body: Buffer): {token: string; host: string | null} | null {
	const answer = asRecord(parseJson(body));
	const token = answer && readText(answer, 'token');
	return token ? {token, host: readText(answer, 'base_url')} : null;
}

export interface UserWord {
	level: string | null;
	allowed: number | null;
	remaining: number | null;
}

export function parseUser(body: Buffer): UserWord | null {
	const answer = asRecord(parseJson(body));
	const user = answer && asRecord(answer['data']);
	return (
		user && {
			level: readText(user, 'level'),
			allowed: readNumber(user, 'allowed_downloads'),
			remaining: readNumber(user, 'remaining_downloads'),
		}
	);
}

/** The answer to a download: the address of the file and its name. */
export function parseLink(body: Buffer): {link: string; name: string} | null {
	const answer = asRecord(parseJson(body));
	const link = answer && readText(answer, 'link');
	return link ? {link, name: readText(answer, 'file_name') ?? ''} : null;
}

/** The quota in the answer to a download. Null when it says nothing. */
export function parseQuota(body: Buffer, now: Date): QuotaWord | null {
	const answer = asRecord(parseJson(body));
	const remaining = answer && readNumber(answer, 'remaining');
	return answer && remaining !== null ? {remaining: Math.max(0, Math.trunc(remaining)), ...resetIn(answer, now)} : null;
}

/** A used-up quota. An hour if the answer does not say when it restarts, because asking again then is cheap. */
export function parseUsedUp(body: Buffer, now: Date): QuotaWord {
	return {remaining: 0, ...resetIn(asRecord(parseJson(body)) ?? {}, now)};
}

function resetIn(answer: Readonly<Record<string, unknown>>, now: Date): Pick<QuotaWord, 'resetAt' | 'isReported'> {
	const stated = Date.parse(readText(answer, 'reset_time_utc') ?? '');
	const statedMs = Number.isNaN(stated) ? spelledMs(readText(answer, 'reset_time')) : stated - now.getTime();
	const ms = Math.min(Math.max(statedMs ?? hourMs, shortestMs), longestMs);
	return {resetAt: new Date(now.getTime() + ms), isReported: statedMs !== null};
}

/** `23 hours and 57 minutes` */
function spelledMs(text: string | null): number | null {
	const hours = /(\d{1,3}) hours?/i.exec(text ?? '')?.[1];
	const minutes = /(\d{1,4}) minutes?/i.exec(text ?? '')?.[1];
	return hours === undefined && minutes === undefined ? null : Number(hours ?? 0) * hourMs + Number(minutes ?? 0) * minuteMs;
}

/** The provider's own words in a refusal. */
export function parseMessage(body: Buffer): string | null {
	const answer = asRecord(parseJson(body));
	return (answer && readText(answer, 'message'))?.slice(0, 200) ?? null;
}
