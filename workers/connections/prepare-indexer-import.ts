import type {ForeignIndexer} from '#shared/domain/indexers/foreign-indexer.ts';
import {movesFolder} from '#shared/files/uploads.ts';
import {type ForeignSource, prepareIndexerImport} from '#shared/jobs/connections.ts';
import {openPayload, sealPayload} from '#shared/jobs/sealed-payload.ts';
import {readProwlarr} from '../integrations/prowlarr/read-prowlarr.ts';
import {readProwlarrDatabase} from '../integrations/prowlarr/read-prowlarr-database.ts';
import {toCandidates} from '../library/indexer-candidates.ts';
import type {Handler} from '../runtime/handler.ts';

export const handlePrepareIndexerImport: Handler<
	typeof prepareIndexerImport,
	'dataDir' | 'definitionCatalogue' | 'http' | 'indexers' | 'proxies' | 'secrets'
> = async ({sealed}, {dataDir, definitionCatalogue, http, indexers, proxies, secrets}, {signal}) => {
	const source = openPayload<ForeignSource>(prepareIndexerImport, sealed, secrets);
	const {indexers: found, notes} = await readSource(source, {http, signal, workFolder: movesFolder(dataDir)});
	const candidates = await toCandidates(found, source.program, {definitionCatalogue, indexers, proxies}, signal);
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
