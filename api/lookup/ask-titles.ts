import type {ApiDeps} from '#api/deps.ts';
import {askProvider} from '#api/http/asks/ask-provider.ts';
import {createHandOver} from '#shared/coordination/cache.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {type FoundTitle, type LookUpTitles, lookUpTitles} from '#shared/jobs/refresh.ts';

/** People type a title, correct it, and come back to it. */
const cachedMs = 5 * minuteMs;

/** Asks a worker for the titles, unless the same was asked a moment ago. */
export async function askTitles(asked: LookUpTitles, deps: ApiDeps): Promise<FoundTitle[]> {
	const {producer: redis, prefix, settings} = deps;
	const answers = createHandOver<FoundTitle[]>({redis, prefix, name: 'lookup', ttlMs: cachedMs, isOptional: true});
	const question = JSON.stringify([asked, settings.get('meta.language')]).toLowerCase();
	const known = await answers.get(question);
	if (known) {
		return known;
	}
	const {titles} = await askProvider(deps, lookUpTitles, {payload: asked, about: 'title'});
	await answers.put(question, titles);
	return titles;
}
