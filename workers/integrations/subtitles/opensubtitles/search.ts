import type {FoundSubtitle, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import type {HttpReply} from '../../http/http.ts';
import {parseJson} from '../../http/read-json.ts';
import {buildIdSearch, buildTitleSearch, type SearchParams, toCanonicalQuery} from './build-search.ts';
import {type ListedSubtitle, parseSearchPage} from './parse-search.ts';
import {toFoundSubtitle} from './to-found-subtitles.ts';

/** Of 50 subtitles each; the most downloaded come first. */
const mostPages = 3;

export interface Searching {
	/** Throws our errors, except for a 400. */
	ask(path: string): Promise<HttpReply>;
	provider: {id: string; name: string};
}

/** Searches by hash and ids, then by the title if that finds nothing. */
export async function searchOpenSubtitles(criteria: SubtitleCriteria, {ask, provider}: Searching): Promise<FoundSubtitle[]> {
	const ids = buildIdSearch(criteria);
	const byId = ids ? await listOf(ids, ask, provider.name) : [];
	const listed = byId.length > 0 ? byId : await listOf(buildTitleSearch(criteria), ask, provider.name);
	const found = listed.flatMap(each => toFoundSubtitle(each, criteria, provider) ?? []);
	return [...new Map(found.map(each => [each.id, each])).values()];
}

async function listOf(params: SearchParams, ask: Searching['ask'], name: string): Promise<ListedSubtitle[]> {
	const items: ListedSubtitle[] = [];
	let asked = params;
	for (let page = 1, total = 1; page <= Math.min(total, mostPages); ) {
		const reply = await ask(`subtitles?${toCanonicalQuery({...asked, page})}`);
		if (reply.status === 400 && asked['moviehash']) {
			// The provider knows no such hash, but may know the title.
			asked = {...asked, moviehash: null};
			if (!isAnything(asked)) {
				return [];
			}
			continue;
		}
		const answer = reply.status === 400 ? null : parseSearchPage(parseJson(reply.body));
		if (!answer) {
			throw new UpstreamFailed(
				'wrong_protocol',
				`${name} does not answer a search like OpenSubtitles (${reply.status}). Check its address.`,
			);
		}
		items.push(...answer.items);
		total = answer.items.length === 0 ? page : answer.totalPages;
		page += 1;
	}
	return items;
}

/** Without an id or a title, a search would list everything. */
function isAnything(params: SearchParams): boolean {
	return ['imdb_id', 'tmdb_id', 'parent_imdb_id', 'parent_tmdb_id', 'query'].some(
		name => params[name] !== undefined && params[name] !== null,
	);
}
