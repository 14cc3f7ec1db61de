import {NotFound} from '#shared/errors.ts';
import type {discover} from '#shared/jobs/collections.ts';
import {maxFoundTitles} from '#shared/jobs/refresh.ts';
import type {MetadataProvider, TitleCandidate, TitlePage} from '../integrations/metadata/metadata-provider.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {toFoundTitle} from './look-up-titles.ts';

/** Titles added last whose recommendations are added up. */
const recommendedFor = 20;

/** Titles that people may like, as the provider lists them. */
export const handleDiscover: Handler<typeof discover, 'metadata' | 'movies' | 'series'> = async (
	{type, kind, metaId, page, ...filters},
	{metadata, ...deps},
	{signal},
) => {
	const found =
		kind === 'recommended' && metaId === null
			? await recommended({type, page}, {metadata, ...deps}, signal)
			: await listed({type, page, kind, metaId, ...filters} as Parameters<MetadataProvider['discover']>[0], metadata, signal); // the API checks it
	return {pages: found.pages, titles: found.titles.slice(0, maxFoundTitles).map(toFoundTitle)};
};

/** A provider that is like TMDB may lack some of its lists. */
async function listed(
	asked: Parameters<MetadataProvider['discover']>[0],
	metadata: MetadataProvider,
	signal: AbortSignal,
): Promise<TitlePage> {
	try {
		return await metadata.discover(asked, signal);
	} catch (error) {
		const isList = !('metaId' in asked) || asked.metaId === null;
		if (isList && error instanceof NotFound && error.code === 'title_not_found_at_provider') {
			throw new NotFound('list_not_found_at_provider', 'The metadata provider has no such list. Choose another one.', {cause: error});
		}
		throw error;
	}
}

/** What the provider recommends most often for the titles that were added last, and the better the further ahead. */
async function recommended(
	{type, page}: {type: 'movie' | 'series'; page: number},
	{metadata, movies, series}: Pick<WorkerDeps, 'metadata' | 'movies' | 'series'>,
	signal: AbortSignal,
): Promise<TitlePage> {
	const own = await (type === 'movie' ? movies : series).lastAdded(recommendedFor);
	const points = new Map<number, {title: TitleCandidate; points: number}>();
	for (const metaId of own) {
		// One that the provider has lost recommends nothing.
		const {titles} = await metadata.discover({type, kind: 'recommended', metaId, page: 1}, signal).catch(error => {
			signal.throwIfAborted();
			if (error.code === 'title_not_found_at_provider') {
				return {titles: []};
			}
			throw error;
		});
		for (const [index, title] of titles.entries()) {
			const known = points.get(title.metaId)?.points ?? 0;
			points.set(title.metaId, {title, points: known + 1 + 1 / (index + 1)});
		}
	}
	const inOrder = [...points.values()]
		.filter(({title}) => !own.includes(title.metaId))
		.sort((a, b) => b.points - a.points || a.title.metaId - b.title.metaId);
	const titles = inOrder.slice((page - 1) * maxFoundTitles, page * maxFoundTitles).map(({title}) => title);
	return {titles, pages: Math.max(1, Math.ceil(inOrder.length / maxFoundTitles))};
}
