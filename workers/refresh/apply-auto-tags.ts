import {mapInTurns} from '#shared/coordination/wait.ts';
import {isAutoTagged, type ReadRule, readConditions, readRule, readTitle, ruleTagsOf} from '#shared/domain/media/auto-tags.ts';
import {isFor, type Media} from '#shared/domain/scope.ts';
import {type applyAutoTags, maxTaggedExamples, type previewAutoTag, type TaggedExample} from '#shared/jobs/tags.ts';
import type {LabelledTitles} from '#shared/store/titles/title-tags.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'autoTags' | 'log' | 'movies' | 'series'>;

/** The rules of tags for movies or for series, ready to be compared with titles. */
export async function readTagRules(media: Media, {autoTags}: Pick<WorkerDeps, 'autoTags'>): Promise<ReadRule[]> {
	const rules = await autoTags.list();
	return mapInTurns(
		rules.filter(rule => isFor(rule, media)),
		readRule,
	);
}

/** Writes only what differs, so a run that died costs little when it is repeated. */
export const handleApplyAutoTags: Handler<typeof applyAutoTags, keyof Deps> = async ({titleIds}, deps, {signal, log}) => {
	let changed = 0;
	for (const [media, titles] of [
		['movies', deps.movies],
		['tv', deps.series],
	] as const) {
		changed += await applyRules(await readTagRules(media, deps), {titles, titleIds}, signal);
	}
	log.info({titles: titleIds?.length ?? 'all', changed}, 'Applied the rules of tags');
};

/** Gives one title the tags of the rules again, after what they look at has changed. */
export async function retag(
	id: string,
	media: Media,
	deps: Pick<Deps, 'autoTags' | 'movies' | 'series'>,
	signal: AbortSignal,
): Promise<void> {
	const rules = await readTagRules(media, deps);
	if (rules.length > 0) {
		const titles = media === 'movies' ? deps.movies : deps.series;
		await applyRules(rules, {titles, titleIds: [id]}, signal);
	}
}

async function applyRules(
	rules: readonly ReadRule[],
	{titles, titleIds}: {titles: LabelledTitles; titleIds: readonly string[] | null},
	signal: AbortSignal,
): Promise<number> {
	let changed = 0;
	for await (const rows of titles.toTag(titleIds)) {
		signal.throwIfAborted();
		const tagged = await mapInTurns(rows, row => ({...row, found: ruleTagsOf(rules, row)}));
		const differing = tagged
			.filter(({ruleTags, found}) => JSON.stringify(found) !== JSON.stringify(ruleTags))
			.map(({id, found}) => ({id, ruleTags: found}));
		await titles.setRuleTags(differing);
		changed += differing.length;
	}
	return changed;
}

/** What a rule with these conditions would apply to. */
export const handlePreviewAutoTag: Handler<typeof previewAutoTag, 'movies' | 'series'> = async (rule, {movies, series}, {signal}) => {
	const conditions = readConditions(rule.conditions);
	const {scope = null} = rule;
	const found = {movies: 0, series: 0};
	const examples: TaggedExample[] = [];
	for (const [type, titles] of [
		['movies', movies],
		['series', series],
	] as const) {
		if (!isFor({scope}, type === 'movies' ? 'movies' : 'tv')) {
			continue;
		}
		for await (const rows of titles.toTag(null)) {
			signal.throwIfAborted();
			const met = (await mapInTurns(rows, row => (isAutoTagged(conditions, readTitle(row)) ? [row] : []))).flat();
			found[type] += met.length;
			const room = maxTaggedExamples - examples.length;
			examples.push(
				...met.slice(0, room).map(({id, title, year}) => ({type: type === 'movies' ? ('movie' as const) : type, id, title, year})),
			);
		}
	}
	return {...found, examples};
};
