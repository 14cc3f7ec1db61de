import type {ListMedia} from '#shared/domain/import-lists/import-list.ts';
import {imdbIdOf, isOfMedia, type ListEntry, type ListIds} from '#shared/domain/import-lists/list-item.ts';
import {splitYear} from '#shared/domain/release/year.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {childOf, childrenOf, parseXml, textOf, type XmlElement} from '../xml.ts';
import type {OpenKind} from './import-list-client.ts';
import {askSource, testList} from './read-list.ts';

/** A feed whose items are titles. */
export const createRssList: OpenKind = ({url, media}, deps) => {
	const read = async (signal: AbortSignal) => {
		const {body} = await askSource({url, signal}, deps);
		const missing = isNewestOnly(url) ? 'This feed shows only its newest titles, so nothing counts as left.' : null;
		return {entries: parseRssList(body, media), missing, failure: null};
	};
	return {read, test: signal => testList({read}, signal)};
};

/** Whether the feeds of this site have the newest fifty titles, whichever kind was chosen for them. */
export const isNewestOnly = (url: string): boolean => /(?:^|\.)(?:rss\.plex\.tv|letterboxd\.com)$/.test(URL.parse(url)?.hostname ?? '');

/** Items of RSS or Atom, which name a title by an id in `guid` or in an address, or by its name and year. */
function parseRssList(body: Buffer, media: ListMedia): ListEntry[] {
	const root = parseXml(body);
	const channel = childOf(root, 'channel') ?? root;
	const items = [...childrenOf(channel, 'item'), ...childrenOf(channel, 'entry'), ...childrenOf(root, 'item')];
	if (root.name !== 'rss' && root.name !== 'feed' && root.name !== 'rdf') {
		throw new UpstreamFailed('wrong_protocol', 'There is no feed at this address.');
	}
	return items.filter(item => isOfMedia(textOf(item, 'category'), media) && !isNamedAsOther(item, media)).map(item => toEntry(item, media));
}

const placesOf = (item: XmlElement): string[] =>
	[textOf(item, 'guid', 'id'), childOf(item, 'link')?.attributes.get('href') ?? null, textOf(item, 'link')].map(address =>
		(address ?? '').slice(0, maxAddress),
	);

/** Whether it has an id among the titles of the other sort only, where another title has the same number. */
function isNamedAsOther(item: XmlElement, media: ListMedia): boolean {
	const [own, other] = media === 'movies' ? ['movieid', 'tvid'] : ['tvid', 'movieid'];
	const path =
		media === 'movies' ? /themoviedb\.org\/tv\/\d|^tmdb:\/\/(?:tv|show|series)\//i : /themoviedb\.org\/movie\/\d|^tmdb:\/\/movie\//i;
	return (Number(textOf(item, other)) > 0 && !(Number(textOf(item, own)) > 0)) || placesOf(item).some(place => path.test(place));
}

function toEntry(item: XmlElement, media: ListMedia): ListEntry {
	const ids = placesOf(item).map(address => idsIn(address, media));
	const {withoutYear, year} = splitYear(textOf(item, 'title') ?? '');
	// Letterboxd puts a rating into the title.
	const film = textOf(item, 'filmtitle');
	const idOfTmdb = Number(textOf(item, media === 'movies' ? 'movieid' : 'tvid')) || null;
	return {
		ids: {
			metaId: ids.map(each => each.metaId).find(id => id !== null) ?? idOfTmdb,
			imdbId: ids.map(each => each.imdbId).find(id => id !== null) ?? imdbIdOf(textOf(item, 'description', 'summary')),
			tvMetaId: ids.map(each => each.tvMetaId).find(id => id !== null) ?? null,
		},
		title: film ?? withoutYear,
		year: film === null ? year : Number(textOf(item, 'filmyear')) || null,
		seasons: null,
	};
}

const maxAddress = 500;

function idsIn(text: string, media: ListMedia): ListIds {
	const path = media === 'movies' ? 'movie' : 'tv';
	const ofTmdb = /^tmdb:\/\/(?:\w+\/)?(\d{1,10})/i.exec(text) ?? new RegExp(`themoviedb\\.org/${path}/(\\d{1,10})`, 'i').exec(text);
	const ofTvdb = /^tvdb:\/\/(?:\w+\/)?(\d{1,10})/i.exec(text);
	return {metaId: numberOf(ofTmdb), imdbId: imdbIdOf(text), tvMetaId: numberOf(ofTvdb)};
}

const numberOf = (found: RegExpExecArray | null) => (found?.[1] ? Number(found[1]) : null);
