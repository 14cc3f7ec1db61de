import {Conflict, isExpected, NotFound, Unavailable} from '#shared/errors.ts';

const failures: Readonly<Record<string, (path: string, error: Error) => Error>> = {
	ENOSPC: (path, cause) => new Unavailable('disk_full', {fact: `The disk of ${path} is full.`, remedy: 'Make room'}, {cause}),
	EDQUOT: (path, cause) => new Unavailable('disk_full', {fact: `The disk quota at ${path} is used up.`, remedy: 'Make room'}, {cause}),
	EACCES: (path, cause) =>
		new Unavailable('permission_denied', `No permission for ${path}. Give this service's user read and write access.`, {cause}),
	EPERM: (path, cause) =>
		new Unavailable('permission_denied', `${path} may not be changed. Give this service's user read and write access.`, {cause}),
	EROFS: (path, cause) => new Unavailable('read_only', {fact: `The disk of ${path} is read-only.`, remedy: 'Mount it writable'}, {cause}),
	EIO: (path, cause) => new Unavailable('disk_failed', `The disk of ${path} reports an error. Check it; it is tried again.`, {cause}),
	ESTALE: (path, cause) => new Unavailable('disk_failed', `The network disk of ${path} went away. Check it; it is tried again.`, {cause}),
	ENOTCONN: (path, cause) => new Unavailable('disk_failed', `The network disk of ${path} went away. Check it; it is tried again.`, {cause}),
	ENOENT: (path, cause) => new NotFound('file_missing', `${path} does not exist.`, {cause}),
	EEXIST: (path, cause) => new Conflict('target_exists', `${path} exists already. Move it away or scan the library.`, {cause}),
	ENOTDIR: (path, cause) => new Conflict('target_blocked', `A part of ${path} is a file where a folder is needed. Move it away.`, {cause}),
	ENAMETOOLONG: (path, cause) =>
		new Conflict(
			'name_too_long',
			`A name in ${path} is too long for its disk. Encrypted ones take 143 bytes; shorten the formats of names.`,
			{
				cause,
			},
		),
	EISDIR: (path, cause) => new Conflict('target_blocked', `${path} is a folder where a file is needed. Move it away.`, {cause}),
};

/** The system's error code, such as `ENOSPC`, or null. */
export function errnoOf(error: unknown): string | null {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' && !isExpected(error) ? error.code : null;
}

/**
 * Turns a file-system error into one of our errors and returns any other error unchanged. `path` is where it happened.
 */
export function toDiskFailure(error: unknown, path: string): unknown {
	const errno = errnoOf(error);
	return errno ? (failures[errno]?.(path, error as Error) ?? error) : error; // errnoOf() has checked that it is an Error
}

/** Runs file-system calls and throws their errors as ours. */
export async function onDisk<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw toDiskFailure(error, path);
	}
}

/** Milliseconds for one operation on one file. A disk that has to spin up first takes seconds. */
const usualLimitMs = 20_000;

/**
 * Runs a short file-system call. A network disk that hangs never answers, so the wait has a limit; the call itself
 * cannot be stopped. Throws Unavailable `disk_failed`.
 */
export async function inTime<Result>(path: string, work: Promise<Result>, limitMs = usualLimitMs): Promise<Result> {
	const {promise: tooLate, reject} = Promise.withResolvers<never>();
	const late = new Unavailable('disk_failed', `The disk of ${path} does not answer. Check it; it is tried again.`);
	const timer = setTimeout(() => reject(late), limitMs);
	try {
		return await Promise.race([work, tooLate]);
	} finally {
		clearTimeout(timer);
	}
}

/** Returns null instead of failing when the file does not exist. */
export async function orMissing<Result>(work: Promise<Result>): Promise<Result | null> {
	try {
		return await work;
	} catch (error) {
		const errno = errnoOf(error);
		if (errno === 'ENOENT' || errno === 'ENOTDIR') {
			return null;
		}
		throw error;
	}
}
