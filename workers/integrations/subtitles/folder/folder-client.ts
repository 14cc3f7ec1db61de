import {constants, type Dirent} from 'node:fs';
import {access, lstat, open, opendir, stat} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {Readable} from 'node:stream';
import {extensionOf, stemOf} from '#shared/domain/imports/sort-files.ts';
import type {FoundSubtitle, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import type {SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import {Invalid, NotFound, UpstreamFailed} from '#shared/errors.ts';
import {isReallyBelow} from '../../files/contained.ts';
import {errnoOf, inTime, onDisk, orMissing} from '../../files/disk-failure.ts';
import {largestSubtitle} from '../fetch-file.ts';
import type {ProviderDeps, SubtitleProviderClient} from '../subtitle-provider.ts';
import {createTitleFilter, languageOfName, matchName} from './match-name.ts';

type Settings = Pick<SubtitleProviderSettings, 'id' | 'name' | 'url' | 'timeoutSeconds'>;

const forcedMark = /(?<![a-z])forced(?![a-z])/i;
const hearingImpairedMark = /(?<![a-z])(?:sdh|cc|hi)(?![a-z])/i;

/** A folder of subtitle files and zip archives as the exports of subtitle sites have them. Its `url` is the path. */
export function createFolderProvider(settings: Settings, {quota}: Pick<ProviderDeps, 'quota'>): SubtitleProviderClient {
	const {url: root, timeoutSeconds} = settings;
	const limitMs = timeoutSeconds * 1000;

	return {
		async search(criteria, signal) {
			await ensureFolder(root, limitMs);
			const {found} = await inTime(root, listSubtitles(root, createTitleFilter(criteria), signal), limitMs);
			return found.flatMap(file => toFoundSubtitle(file, criteria, settings) ?? []);
		},
		async download({id}, signal) {
			const path = join(root, id);
			const isSubtitle = subtitleExtensions.has(extensionOf(path));
			if (!isSubtitle || !(await inTime(path, isReallyBelow(path, root), limitMs))) {
				throw new NotFound('subtitle_gone', `${settings.name} has no such subtitle. Search again.`);
			}
			const counted = await quota.take({tellsQuota: false}, signal);
			try {
				return {bytes: await inTime(path, readSubtitle(path), limitMs), name: basename(path)};
			} catch (error) {
				await counted.giveBack();
				throw error;
			}
		},
		async test(signal) {
			await ensureFolder(root, limitMs);
			const {found, isComplete} = await inTime(
				root,
				listSubtitles(root, () => true, signal),
				limitMs,
			);
			const more = isComplete ? '' : ' It has more entries than are looked at; divide it.';
			return {version: 'folder', details: [`${found.length} subtitles and archives.${more}`]};
		},
	};
}

async function ensureFolder(root: string, limitMs: number): Promise<void> {
	const isFolder = await inTime(root, stat(root), limitMs).then(
		facts => facts.isDirectory(),
		() => false,
	);
	if (!isFolder) {
		throw new Invalid('path_not_visible', `${root} is not a folder on the machine of the workers. Create it, or mount it there.`);
	}
	await access(root, constants.R_OK | constants.X_OK).catch(cause => {
		throw new Invalid('path_not_visible', `No permission for ${root}. Give this service's user read access.`, [], {cause});
	});
}

function toFoundSubtitle(
	{relative, uploadedAt}: FolderSubtitle,
	criteria: SubtitleCriteria,
	provider: {id: string; name: string},
): FoundSubtitle | null {
	const language = languageOfName(relative);
	const named = language !== null && criteria.languages.includes(language) ? matchName(relative, criteria) : null;
	if (!named || language === null) {
		return null;
	}
	// The marks come after the release; a title may contain the same words.
	const marks = stemOf(relative).slice(-30);
	const format = extensionOf(relative);
	return {
		providerId: provider.id,
		provider: provider.name,
		id: relative,
		language,
		forced: forcedMark.test(marks),
		hearingImpaired: hearingImpairedMark.test(marks),
		releases: [stemOf(relative)],
		isHashMatch: false,
		isIdMatch: false,
		...named,
		fps: null,
		isMachineTranslated: false,
		isTrusted: false,
		downloadCount: 0,
		format: format === 'ssa' ? 'ass' : format,
		uploadedAt,
	};
}

async function readSubtitle(path: string): Promise<Buffer> {
	// A link could have been put there since the search.
	const file = await onDisk(path, () => open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)).catch(error => {
		throw errnoOf(error) === 'ELOOP' ? new NotFound('subtitle_gone', `${path} is a link, which is not followed.`) : error;
	});
	try {
		const facts = await file.stat();
		if (!facts.isFile() || facts.size > largestSubtitle) {
			throw new UpstreamFailed('subtitle_unusable', `${path} is not a file of at most ${largestSubtitle} bytes. Choose another one.`);
		}
		const bytes = Buffer.alloc(facts.size);
		const {bytesRead} = await file.read(bytes, 0, facts.size, 0);
		return bytes.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

const subtitleExtensions: ReadonlySet<string> = new Set(['srt', 'ass', 'ssa', 'vtt', 'sub', 'zip']);
/** Files and folders that are looked at; an export of a whole site is larger and belongs in several folders. */
const maxEntries = 20_000;
const deepest = 4;
/** Characters of a path below the folder, which is the id of a subtitle. */
const longestPath = 300;

interface FolderSubtitle {
	/** Path below the folder, with `/`. */
	relative: string;
	uploadedAt: Date;
}

/** Lists the subtitle files and archives whose paths `isWanted` accepts. Links are not followed. */
async function listSubtitles(
	root: string,
	isWanted: (relative: string) => boolean,
	signal: AbortSignal,
): Promise<{found: FolderSubtitle[]; isComplete: boolean}> {
	const found: FolderSubtitle[] = [];
	const folders = [''];
	let seen = 0;
	for (let below = folders.shift(); below !== undefined; below = folders.shift()) {
		for await (const entry of await entriesOf(root, below)) {
			signal.throwIfAborted();
			seen += 1;
			if (seen > maxEntries) {
				return {found, isComplete: false};
			}
			const relative = below === '' ? entry.name : `${below}/${entry.name}`;
			if (entry.isDirectory() && relative.split('/').length <= deepest) {
				folders.push(relative);
			}
			const isSubtitle = entry.isFile() && subtitleExtensions.has(extensionOf(entry.name)) && relative.length <= longestPath;
			const facts = isSubtitle && isWanted(relative) ? await orMissing(lstat(join(root, relative))) : null;
			if (facts?.isFile() && facts.size > 0 && facts.size <= largestSubtitle) {
				found.push({relative, uploadedAt: facts.mtime});
			}
		}
	}
	return {found, isComplete: true};
}

/** Only the folder itself must be readable; what is below it may come and go. */
async function entriesOf(root: string, below: string): Promise<AsyncIterable<Dirent>> {
	try {
		return await onDisk(root, () => opendir(join(root, below)));
	} catch (error) {
		if (below === '') {
			throw error;
		}
		return Readable.from([]);
	}
}
