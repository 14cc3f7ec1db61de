import {createHash} from 'node:crypto';
import type {ApiDeps} from '#api/deps.ts';
import {askProvider} from '#api/http/asks/ask-provider.ts';
import {type FoundTitle, type LookUpTitles, lookUpTitles} from '#shared/jobs/refresh.ts';

/** Seconds. People type a title, correct it, and come back to it. */
const rememberedSeconds = 300;

/** Asks a worker for the titles, unless the same was asked a moment ago. */
export async function askTitles(asked: LookUpTitles, deps: ApiDeps): Promise<FoundTitle[]> {
	const {producer, prefix, settings} = deps;
	const question = JSON.stringify([asked, settings.get('meta.language')]);
	const key = `${prefix}:lookup:${createHash('sha256').update(question.toLowerCase()).digest('hex')}`;
	const known = await producer.get(key).catch(() => null);
	if (known !== null) {
		return JSON.parse(known) as FoundTitle[];
	}
	const {titles} = await askProvider(deps, lookUpTitles, {payload: asked, about: 'title'});
	await producer.set(key, JSON.stringify(titles), 'EX', rememberedSeconds).catch(() => {});
	return titles;
}
