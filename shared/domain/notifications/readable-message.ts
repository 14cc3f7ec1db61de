import {sizeText} from '../text/size-text.ts';
import type {DeletedData, FailedData, NotificationMessage, NotifiedRelease, NotifiedTitle, SummaryData} from './message.ts';

/** A message in words, which each service shows in its own way. */
export interface ReadableMessage {
	/** The event and its subject, such as `Imported: The Quiet Harbour (2019)`. */
	title: string;
	/** Further facts, in the order of importance. */
	facts: {name: string; value: string}[];
	/** The poster of the title; null without one. */
	pictureUrl: string | null;
	/** Something failed: services show it more prominently. */
	isBad: boolean;
	/** ISO time. */
	timestamp: string;
}

/** Episodes that are named one by one. */
const maxNamed = 3;

export function toReadable({type, timestamp, data}: NotificationMessage): ReadableMessage {
	switch (type) {
		case 'grabbed':
			return ofTitle('Grabbed', data, [...releaseFacts(data), fact('Client', data.downloadClient)]);
		case 'imported':
			return ofTitle('Imported', data, [...releaseFacts(data), fact('File', fileName(data.path))]);
		case 'upgraded':
			return ofTitle('Upgraded', data, [...releaseFacts(data), fact('File', fileName(data.path))]);
		case 'failed':
			return {...ofTitle(failures[data.stage], data, [fact('Reason', data.message), ...releaseFacts(data)]), isBad: true};
		case 'deleted':
			return ofTitle('File deleted', {...data, releaseTitle: fileName(data.path)}, [
				fact('File', fileName(data.path)),
				fact('Quality', data.quality),
				fact('Reason', reasons[data.reason] ?? data.reason),
			]);
		case 'renamed':
			return ofTitle('Renamed', {...data, releaseTitle: fileName(data.path)}, [
				fact('File', fileName(data.path)),
				fact('Before', fileName(data.oldPath)),
			]);
		case 'titleAdded':
			return ofTitle('Added', {...data, releaseTitle: 'a title'}, []);
		case 'titleRemoved':
			return ofTitle('Removed', {...data, releaseTitle: 'a title'}, []);
		case 'dailySummary':
			return ofDay(data, timestamp);
		default:
			return {
				title: `${data.status === 'ok' ? 'Works again' : 'Problem'}: ${data.subject.name}`,
				facts: [{name: 'What', value: data.message}],
				pictureUrl: null,
				isBad: data.status === 'error',
				timestamp,
			};
	}

	function ofTitle(what: string, {media, releaseTitle}: Named, facts: (Fact | null)[]): ReadableMessage {
		return {
			title: `${what}: ${media ? nameOf(media, releaseTitle) : releaseTitle}`,
			facts: [...facts, fact('Library', media?.library ?? null)].filter(each => each !== null),
			pictureUrl: media?.posterUrl ?? null,
			isBad: false,
			timestamp,
		};
	}
}

function ofDay(data: SummaryData, timestamp: string): ReadableMessage {
	const {grabbed, imported, failed, searched, refused, nothing, lines} = data;
	const searches = `${searched} ${searched === 1 ? 'title' : 'titles'}: ${refused} with every release refused, ${nothing} without any release`;
	return {
		title: `Last night: ${grabbed} grabbed, ${imported} imported, ${failed} failed`,
		facts: [fact('What happened', lines.join('\n')), searched > 0 ? fact('Searched', searches) : null].filter(each => each !== null),
		pictureUrl: null,
		isBad: false,
		timestamp,
	};
}

type Named = Pick<NotifiedRelease, 'media' | 'releaseTitle'>;
type Fact = ReadableMessage['facts'][number];

const failures: Readonly<Record<FailedData['stage'], string>> = {
	grab: 'Grab failed',
	download: 'Download failed',
	import: 'Import failed',
};

const reasons: Readonly<Record<DeletedData['reason'], string>> = {
	upgrade: 'A better one replaced it',
	replacedByPerson: 'Somebody replaced it with another one',
	deleted: 'Somebody deleted it',
	missingFromDisk: 'It is no longer on the disk',
	movedToOther: 'It belongs to another title now',
	libraryDeleted: 'Its library was deleted',
};

function fact(name: string, value: string | null): Fact | null {
	return value ? {name, value} : null;
}

function releaseFacts({releaseTitle, quality, size, indexer}: NotifiedRelease): (Fact | null)[] {
	return [fact('Release', releaseTitle), fact('Quality', quality), fact('Size', knownSize(size)), fact('Indexer', indexer)];
}

function nameOf({title, year, episodes}: NotifiedTitle, otherwise: string): string {
	if (title === null) {
		return otherwise;
	}
	const [first] = episodes;
	if (!first) {
		return year === null ? title : `${title} (${year})`;
	}
	if (episodes.length > maxNamed) {
		return `${title}, ${episodes.length} episodes`;
	}
	const numbers = episodes.map(({seasonNumber, episodeNumber}) => `S${twoDigits(seasonNumber)}E${twoDigits(episodeNumber)}`).join(', ');
	return episodes.length === 1 && first.title !== '' ? `${title} ${numbers} – ${first.title}` : `${title} ${numbers}`;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** The folders above a file are private. */
const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

const knownSize = (bytes: number | null): string | null => (bytes === null || bytes <= 0 ? null : sizeText(bytes));

/**
 * Text for services that show nothing but text. Without facts it is the title once more, because some of them refuse
 * an empty text, or show a word of their own instead.
 */
export function factLines({facts, title}: Pick<ReadableMessage, 'facts' | 'title'>): string {
	return facts.map(({name, value}) => `${name}: ${value}`).join('\n') || title;
}

/** At most this many characters, cut off with an ellipsis. No character is cut in two. */
export function shortened(text: string, max: number): string {
	return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
