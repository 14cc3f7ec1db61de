import type {Leases} from '#shared/coordination/lease.ts';
import {type GuideGroup, programOfGroup, readGuideGroup, withGroups} from '#shared/domain/guide/guide-item.ts';
import {type GuidePath, parseGuidePath, readGuideFile} from '#shared/domain/guide/read-guide-file.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {isSameHostAndPort} from '#shared/network-address.ts';
import {formatFault} from '#shared/patterns/custom-format-body.ts';
import type {PatternMatcher} from '#shared/patterns/match-patterns.ts';
import {createPatternTrial, type PatternTrial} from '#shared/patterns/pattern-faults.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {type GuideFile, type GuideStore, maxGuideItems} from '#shared/store/profiles/guide.ts';
import type {Http, HttpReply} from '../http/http.ts';
import {readZip} from './read-zip.ts';
import {isEnough, type PackageUpdate, shrunk, unusable, updatePackage} from './update-package.ts';

interface Deps {
	http: Http;
	guide: Pick<GuideStore, 'state' | 'note' | 'write' | 'take' | 'removeOthers'>;
	leases: Pick<Leases, 'with'>;
	settings: Pick<Settings, 'get'>;
	/** Refuses formats with patterns that would stop every search. */
	patternMatcher: Pick<PatternMatcher, 'findSlow'>;
	now(): Date;
}

const name = 'guide';
/** The repository of a guide has pictures, too. */
const maxBytes = 80 * 1024 * 1024;
const maxFileBytes = 256 * 1024;
const maxTotalBytes = 32 * 1024 * 1024;
const zipLimits = {name, maxEntries: 30_000, maxFileBytes, maxTotalBytes};
/** Files that an index lists are fetched so many at a time. */
const fetchedTogether = 4;
const fileMs = 30_000;

/** Updates the guide; see `updatePackage`. */
export function updateGuide(deps: Deps, signal: AbortSignal): Promise<PackageUpdate | null> {
	const address = deps.settings.get('guide.url');
	return updatePackage<GuideFile>(
		{
			name,
			lease: 'guide',
			address,
			maxBytes,
			sets: deps.guide,
			complete: (reply, limit) => fetchListed(reply, {http: deps.http, address, signal: limit}),
			read: async (body, usableBefore, limit) => {
				const files = await readGuide(await textsOf(body), createPatternTrial(deps.patternMatcher), limit);
				const usable = files.filter(isUsable).length;
				if (files.length === 0) {
					throw unusable(name, 'there is nothing in it that a guide has');
				}
				if (!isEnough(usable, usableBefore)) {
					throw shrunk(name, usable, usableBefore);
				}
				return files;
			},
			isUsable,
		},
		deps,
		signal,
	);
}

const isUsable = ({item}: GuideFile) => item.fault === null;
const isZip = (body: Buffer) => body.subarray(0, 2).toString('latin1') === 'PK';

/** A file of a guide; its text is null if it is too large. */
type Texts = [path: string, text: string | null][];

/** An index is `{files}`: their contents by path, or their paths below the address of the index. */
function readIndex(body: Buffer): object {
	if (body.length > maxTotalBytes) {
		throw unusable(name, `its index has more than ${maxTotalBytes / 1024 / 1024} MiB`);
	}
	let index: unknown;
	try {
		index = JSON.parse(body.toString('utf8'));
	} catch {
		throw unusable(name, 'it is neither a zip nor JSON');
	}
	const files = typeof index === 'object' && index !== null && 'files' in index ? index.files : null;
	if (typeof files !== 'object' || files === null) {
		throw unusable(name, 'its index has no `files`');
	}
	return files;
}

const isWanted = (path: string) => parseGuidePath(path) !== null || programOfGroup(path) !== null;

async function textsOf(body: Buffer): Promise<Texts> {
	if (isZip(body)) {
		return (await readZip(body, isWanted, zipLimits)).map(({path, bytes}) => [path, bytes?.toString('utf8') ?? null]);
	}
	// `fetchListed` has made the other form of it.
	const files = Object.entries(readIndex(body));
	return files
		.filter(([path]) => isWanted(path))
		.map(([path, content]): [string, string | null] => {
			const text = typeof content === 'string' ? content : written(content);
			return [path, text === null || text.length > maxFileBytes ? null : text];
		});
}

/** Null for what is nested too deeply to be written. */
function written(content: unknown): string | null {
	try {
		return JSON.stringify(content);
	} catch {
		return null;
	}
}

interface Fetching {
	http: Http;
	/** As it was entered, before redirects. */
	address: string;
	signal: AbortSignal;
}

/** An index of paths becomes one with the contents, which are fetched from where the index is. */
async function fetchListed(reply: HttpReply, fetching: Fetching): Promise<Buffer> {
	const files = isZip(reply.body) ? null : readIndex(reply.body);
	if (!Array.isArray(files)) {
		return reply.body;
	}
	const paths = [...new Set(files.filter((path): path is string => typeof path === 'string' && isWanted(path)))].toSorted();
	if (paths.length > maxGuideItems) {
		throw unusable(name, `its index lists ${paths.length} files, and ${maxGuideItems} are allowed`);
	}
	const contents: Record<string, string> = {};
	let total = 0;
	const next = async (path: string): Promise<[string, string]> => [path, await fetchFile(path, reply.url, fetching)];
	for (let at = 0; at < paths.length; at += fetchedTogether) {
		for (const [path, text] of await Promise.all(paths.slice(at, at + fetchedTogether).map(next))) {
			total += text.length;
			if (total > maxTotalBytes) {
				throw unusable(name, `its files have more than ${maxTotalBytes / 1024 / 1024} MiB`);
			}
			contents[path] = text;
		}
	}
	return Buffer.from(JSON.stringify({files: contents}));
}

async function fetchFile(path: string, index: string, {http, address, signal}: Fetching): Promise<string> {
	const url = new URL(path, index);
	if (url.origin !== new URL(index).origin) {
		throw unusable(name, 'its index leads to another host');
	}
	// Nobody entered a host that the index was redirected to, so it has to be public for each of its files, too.
	const network = isSameHostAndPort(url, new URL(address)) ? 'any' : 'public';
	const {status, body} = await http({url, timeoutMs: fileMs, maxBytes: maxFileBytes, network, signal});
	if (status !== 200) {
		throw new UpstreamFailed('package_failed', `The address of the guide answers ${status} for ${path}. It is tried again later.`);
	}
	return body.toString('utf8');
}

async function readGuide(texts: Texts, trial: PatternTrial, signal: AbortSignal): Promise<GuideFile[]> {
	const read = new Map<string, GuideFile>();
	const groups: GuideGroup[] = [];
	for (const [path, text] of texts) {
		signal.throwIfAborted();
		const guidePath = parseGuidePath(path);
		if (!guidePath) {
			groups.push(...readGroup(path, text));
			continue;
		}
		const item = await readFile(guidePath, text, trial);
		// Of two with one id, the one that can be used counts.
		const known = read.get(item.key);
		if (!known || (!isUsable(known) && item.fault === null)) {
			read.set(item.key, {key: item.key, item});
		}
		if (read.size > maxGuideItems) {
			throw unusable(name, `it has more than ${maxGuideItems} files`);
		}
	}
	const items = [...read.values()].map(({item}) => item);
	return withGroups(items, groups.slice(0, maxGuideItems)).map(item => ({key: item.key, item}));
}

/** One that cannot be read adds nothing: the profiles say what they score without it. */
function readGroup(path: string, text: string | null): GuideGroup[] {
	const program = programOfGroup(path);
	try {
		const group = program && readGuideGroup(program, JSON.parse(text ?? 'null'));
		return group ? [group] : [];
	} catch {
		return [];
	}
}

/** Lists in lists without end exhaust the stack. */
function readItem(guidePath: GuidePath, json: unknown): GuideFile['item'] {
	try {
		return readGuideFile(guidePath, json);
	} catch (error) {
		if (error instanceof RangeError) {
			return {...readGuideFile(guidePath, null), fault: 'it is nested too deeply'};
		}
		throw error;
	}
}

async function readFile(guidePath: GuidePath, text: string | null, trial: PatternTrial): Promise<GuideFile['item']> {
	let json: unknown = null;
	let fault = text === null ? 'it is too large' : null;
	try {
		json = JSON.parse(text ?? 'null');
	} catch {
		fault = 'it is not JSON';
	}
	const item = readItem(guidePath, json);
	if (item.kind !== 'format' || item.fault !== null || !item.format) {
		return fault === null ? item : {...item, fault};
	}
	const broken = await formatFault(item.format, trial);
	return broken === null ? item : {...item, fault: broken.slice(0, 300)};
}
