import {connectionTerms} from './connections.ts';
import {downloadTerms} from './downloads.ts';
import {profileTerms} from './profiles.ts';
import {systemTerms} from './system.ts';
import {titleTerms} from './titles.ts';

/** A name is in one of them only. */
export const termGroups: readonly Readonly<Record<string, string>>[] = [
	titleTerms,
	downloadTerms,
	profileTerms,
	connectionTerms,
	systemTerms,
];

/**
 * What a field means wherever it occurs, in requests and replies. `owner.field` is for a field that means something
 * else there; the owner is the enclosing field, the named schema, or the tag of the operation. A description of the
 * field's own schema wins over both.
 */
export const terms: Readonly<Record<string, string>> = Object.assign({}, ...termGroups);

export function meaningOf(field: string, owner = ''): string | undefined {
	const name = [`${owner}.${field}`, field].find(each => Object.hasOwn(terms, each));
	return name ? terms[name] : undefined;
}

const spellings: Readonly<Record<string, string>> = {
	api: 'API',
	id: 'ID',
	ids: 'IDs',
	imdb: 'IMDb',
	tv: 'TV',
	url: 'URL',
	ssl: 'SSL',
	mb: 'MB',
};

/** Names whose words say too little. */
const titles: ReadonlyMap<string, string> = new Map([
	['metaId', 'ID at the metadata provider'],
	['tvMetaId', 'ID at the second TV metadata provider'],
]);

/** `torrentDelayMinutes` becomes `Torrent delay minutes`. */
export function titleOf(field: string): string {
	const words = field.split(/[\s_]|(?=[A-Z])/).map(word => spellings[word.toLowerCase()] ?? word.toLowerCase());
	const text = words.join(' ');
	return titles.get(field) ?? text.charAt(0).toUpperCase() + text.slice(1);
}
