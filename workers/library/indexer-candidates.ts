import {
	type ForeignIndexer,
	type ForeignProgram,
	type ImportCandidate,
	type KnownDefinition,
	toCandidate,
} from '#shared/domain/indexers/foreign-indexer.ts';
import type {ListedDefinition} from '#shared/jobs/connections.ts';
import type {DefinitionCatalogue} from '../integrations/indexers/definition/catalogue.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** What indexers of another program would become here. `coming` has tags of proxies that come with them. */
export async function toCandidates(
	found: readonly ForeignIndexer[],
	program: ForeignProgram,
	{definitionCatalogue, indexers, proxies}: Pick<WorkerDeps, 'definitionCatalogue' | 'indexers' | 'proxies'>,
	signal: AbortSignal,
	coming: readonly string[] = [],
): Promise<ImportCandidate[]> {
	const [ours, tags, listed] = [
		await indexers.list(),
		[...coming, ...(await proxies.list()).flatMap(({proxyTags}) => proxyTags)],
		found.some(({definition}) => definition !== null) ? await definitionCatalogue.list(signal) : [],
	];
	const candidates: ImportCandidate[] = [];
	for (const foreign of found) {
		signal.throwIfAborted();
		const definition = foreign.definition === null ? null : await findDefinition(foreign.definition, listed, definitionCatalogue);
		candidates.push(toCandidate(foreign, {program, definition, indexers: ours, proxyTags: tags}));
	}
	return candidates;
}

/** Prowlarr calls a definition by its file, Jackett by its id; both may be older ones that another one replaces. */
async function findDefinition(
	name: string,
	listed: readonly ListedDefinition[],
	catalogue: Pick<DefinitionCatalogue, 'show'>,
): Promise<KnownDefinition | null> {
	const usable = listed.filter(({entry}) => entry !== null);
	const key =
		usable.find(each => each.key === name)?.key ??
		usable.find(({entry}) => entry?.id === name)?.key ??
		usable.find(({entry}) => entry?.replaces.includes(name))?.key;
	const shown = key === undefined ? null : await catalogue.show(key);
	if (!shown?.listed.entry) {
		return null;
	}
	const {links, legacyLinks = []} = shown.listed.entry;
	return {key: shown.listed.key, links, legacyLinks, settings: shown.settings};
}
