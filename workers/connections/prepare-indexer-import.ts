import {type ForeignIndexer, type ImportCandidate, type KnownDefinition, toCandidate} from '#shared/domain/indexers/foreign-indexer.ts';
import {movesFolder} from '#shared/files/move-uploads.ts';
import {type ForeignSource, type ListedDefinition, prepareIndexerImport} from '#shared/jobs/connections.ts';
import {openPayload, sealPayload} from '#shared/jobs/sealed-payload.ts';
import type {DefinitionCatalogue} from '../integrations/indexers/definition/catalogue.ts';
import {readProwlarr} from '../integrations/prowlarr/read-prowlarr.ts';
import {readProwlarrDatabase} from '../integrations/prowlarr/read-prowlarr-database.ts';
import type {Handler} from '../runtime/handler.ts';

export const handlePrepareIndexerImport: Handler<
	typeof prepareIndexerImport,
	'dataDir' | 'definitionCatalogue' | 'http' | 'indexers' | 'proxies' | 'secrets'
> = async ({sealed}, {dataDir, definitionCatalogue, http, indexers, proxies, secrets}, {signal}) => {
	const source = openPayload<ForeignSource>(prepareIndexerImport, sealed, secrets);
	const {indexers: found, notes} = await readSource(source, {http, signal, workFolder: movesFolder(dataDir)});
	const [ours, tags, listed] = [
		await indexers.list(),
		(await proxies.list()).flatMap(({proxyTags}) => proxyTags),
		found.some(({definition}) => definition !== null) ? await definitionCatalogue.list(signal) : [],
	];
	const candidates: ImportCandidate[] = [];
	for (const foreign of found) {
		signal.throwIfAborted();
		const definition = foreign.definition === null ? null : await findDefinition(foreign.definition, listed, definitionCatalogue);
		candidates.push(toCandidate(foreign, {program: source.program, definition, indexers: ours, proxyTags: tags}));
	}
	return {sealed: sealPayload(prepareIndexerImport, {candidates, notes}, secrets)};
};

async function readSource(
	source: ForeignSource,
	{workFolder, ...using}: Parameters<typeof readProwlarr>[1] & {workFolder: string},
): Promise<{indexers: readonly ForeignIndexer[]; notes: string[]}> {
	if ('database' in source) {
		return readProwlarrDatabase(source, workFolder);
	}
	return {indexers: source.program === 'prowlarr' ? await readProwlarr(source, using) : source.indexers, notes: []};
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
