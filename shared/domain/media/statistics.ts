import type {MediaInfo} from './media-file.ts';

/** Totals of the titles of one kind, in the whole library or in one custom library. */
export interface LibraryFigures {
	titles: {all: number; monitored: number; complete: number; missing: number};
	/** Null for movies. */
	episodes: {all: number; wanted: number; withFile: number} | null;
	files: number;
	bytes: number;
	/** By the name of the property; the largest groups, those with most files or titles first. */
	groups: Record<GroupName, Group[]>;
	/** Titles added in each month, such as 2026-11; the last ten years. */
	addedPerMonth: {month: string; titles: number}[];
}

/** The first ones are counted by files, the others by titles. */
export const groupNames = [
	'quality',
	'resolution',
	'videoCodec',
	'dynamicRange',
	'qualityProfile',
	'library',
	'rootFolder',
	'tag',
	'decade',
	'status',
] as const;
export type GroupName = (typeof groupNames)[number];

export interface Group {
	/** Null for what is not known. */
	key: string | null;
	/** Files, or titles. */
	count: number;
	bytes: number;
}

/** Groups of a property that are kept. */
const maxGroups = 100;
const maxMonths = 120;

export interface CountedTitle {
	libraryId: string | null;
	tags: readonly string[];
	monitored: boolean;
	complete: boolean;
	missing: boolean;
	qualityProfileId: string;
	rootFolderPath: string;
	year: number | null;
	status: string | null;
	addedAt: Date;
	episodes: {all: number; wanted: number; withFile: number} | null;
}

export interface CountedFile {
	size: number;
	quality: string;
	mediaInfo: Pick<MediaInfo, 'resolution' | 'videoCodec' | 'dynamicRange'> | null;
}

/** Adds up titles and files one by one. */
export function createTally() {
	const titles = {all: 0, monitored: 0, complete: 0, missing: 0};
	let episodes: LibraryFigures['episodes'] = null;
	let [files, bytes] = [0, 0];
	const groups = new Map<GroupName, Map<string | null, {count: number; bytes: number}>>(groupNames.map(name => [name, new Map()]));
	const months = new Map<string, number>();

	/** A title with several tags counts for each of them. */
	const tagsOf = (tags: readonly string[]) => (tags.length > 0 ? tags : [null]);

	function add(name: GroupName, key: string | null, more: {count: number; bytes: number}): void {
		const group = groups.get(name)!; // every name has one
		const known = group.get(key) ?? {count: 0, bytes: 0};
		group.set(key, {count: known.count + more.count, bytes: known.bytes + more.bytes});
	}

	return {
		title(title: CountedTitle): void {
			titles.all += 1;
			titles.monitored += Number(title.monitored);
			titles.complete += Number(title.complete);
			titles.missing += Number(title.missing);
			if (title.episodes) {
				const {all, wanted, withFile} = episodes ?? {all: 0, wanted: 0, withFile: 0};
				episodes = {all: all + title.episodes.all, wanted: wanted + title.episodes.wanted, withFile: withFile + title.episodes.withFile};
			}
			const one = {count: 1, bytes: 0};
			add('qualityProfile', title.qualityProfileId, one);
			add('library', title.libraryId, one);
			add('rootFolder', title.rootFolderPath, one);
			for (const tag of tagsOf(title.tags)) {
				add('tag', tag, one);
			}
			add('decade', title.year === null ? null : `${Math.floor(title.year / 10) * 10}s`, one);
			if (title.status !== null) {
				add('status', title.status, one);
			}
			const month = title.addedAt.toISOString().slice(0, 7);
			months.set(month, (months.get(month) ?? 0) + 1);
		},
		/** Files that differ in size only, with the sum of their sizes. */
		files({quality, mediaInfo}: CountedFile, {qualityProfileId, libraryId, rootFolderPath, tags}: FileOwner, sum: FileSum): void {
			files += sum.count;
			bytes += sum.bytes;
			add('quality', quality, sum);
			add('resolution', linesOf(mediaInfo?.resolution ?? null), sum);
			add('videoCodec', mediaInfo?.videoCodec ?? null, sum);
			add('dynamicRange', mediaInfo ? (mediaInfo.dynamicRange ?? 'SDR') : null, sum);
			const space = {count: 0, bytes: sum.bytes};
			add('qualityProfile', qualityProfileId, space);
			add('library', libraryId, space);
			add('rootFolder', rootFolderPath, space);
			for (const tag of tagsOf(tags)) {
				add('tag', tag, space);
			}
		},
		figures(): LibraryFigures {
			const inOrder = (name: GroupName): Group[] =>
				[...(groups.get(name) ?? [])]
					.map(([key, group]) => ({key, ...group}))
					.sort((a, b) => b.count - a.count || b.bytes - a.bytes)
					.slice(0, maxGroups);
			const ofNames = Object.fromEntries(groupNames.map(name => [name, inOrder(name)])) as LibraryFigures['groups']; // of every name
			const addedPerMonth = [...months]
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.slice(-maxMonths)
				.map(([month, count]) => ({month, titles: count}));
			return {titles, episodes, files, bytes, groups: ofNames, addedPerMonth};
		},
	};
}

export interface FileSum {
	count: number;
	bytes: number;
}

export type FileOwner = Pick<CountedTitle, 'qualityProfileId' | 'libraryId' | 'rootFolderPath' | 'tags'>;

/** Adds up files that differ in size only; the next ones of the same kind are counted with them. */
export function createFileSums() {
	const sums = new Map<string, FileSum & {file: CountedFile}>();
	return {
		add(file: CountedFile): void {
			const {size, quality, mediaInfo} = file;
			const key = mediaInfo ? `${quality}/${mediaInfo.resolution}/${mediaInfo.videoCodec}/${mediaInfo.dynamicRange}` : quality;
			const known = sums.get(key);
			if (known) {
				known.count += 1;
				known.bytes += size;
			} else {
				sums.set(key, {file, count: 1, bytes: size});
			}
		},
		/** Those since the last time. */
		take(): (FileSum & {file: CountedFile})[] {
			const taken = [...sums.values()];
			sums.clear();
			return taken;
		},
	};
}

/** `1920x800` is 1080p: films are cut in height. */
export function linesOf(resolution: string | null): string | null {
	const [width = 0, height = 0] = (resolution ?? '').split('x').map(Number);
	if (!(width > 0 && height > 0)) {
		return null;
	}
	const steps = [
		['2160p', 3200, 1700],
		['1080p', 1800, 900],
		['720p', 1200, 650],
		['576p', 1000, 560],
	] as const;
	return steps.find(([, leastWidth, leastHeight]) => width >= leastWidth || height >= leastHeight)?.[0] ?? '480p';
}
