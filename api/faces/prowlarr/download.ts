import type {RouteDeps} from '#api/services.ts';
import {NotFound, UpstreamFailed} from '#shared/errors.ts';
import {handOverFile} from '#shared/jobs/grab.ts';
import {type AppCall, type FaceReply, type IndexerRoute, indexerRoute} from '../faces.ts';
import {notFound} from '../wire.ts';
import type {Links} from './links.ts';
import {search} from './search.ts';
import {findShown, type ShownIndexer} from './shown-indexers.ts';

/** Milliseconds; the site itself has 30 s for each answer. */
const fetchMs = 90_000;

/** The files of releases, for whoever has a link to them. */
export function downloadRoutes(deps: RouteDeps, links: Links): IndexerRoute[] {
	return [':n/download', 'indexer/:n/download'].map(path =>
		indexerRoute(`GET ${path}`, async call => {
			const indexer = await findShown(call.number(), deps);
			const {guid, title} = links.read(indexer.number, call.query) ?? missing();
			return send({guid, title}, indexer, call, deps);
		}),
	);
}

function missing(): never {
	throw notFound();
}

interface Named {
	guid: string;
	title: string;
}

async function send({guid, title}: Named, indexer: ShownIndexer, call: AppCall, deps: RouteDeps): Promise<FaceReply> {
	const {releaseCache, keptFiles, jobs} = deps;
	const release = {guid, indexerId: indexer.record.id};
	const known = await keptFiles.find(release);
	if (!known) {
		if (!(await releaseCache.find(release.indexerId, guid))) {
			// Programs wait for hours with what they have found, and we forget it after one.
			await searchAgain(title, indexer, call, deps);
		}
		await jobs.ask(handOverFile, release, {timeoutMs: fetchMs});
	}
	const file = known ?? (await keptFiles.find(release));
	if (!file) {
		throw new UpstreamFailed('too_large', `The file of ${title} is too large to be handed on.`);
	}
	if (file.magnetUrl !== null) {
		return {status: 302, headers: {Location: file.magnetUrl}};
	}
	const [bytes, ending, type] = file.nzb ? [file.nzb, 'nzb', 'application/x-nzb'] : [file.torrent, 'torrent', 'application/x-bittorrent'];
	return {
		status: 200,
		body: Buffer.from(bytes ?? []),
		headers: {'Content-Type': type, 'Content-Disposition': `attachment; ${fileName(`${title}.${ending}`)}`},
	};
}

/** Finds a release again by its title, so that its indexer is asked for it in the usual way. */
async function searchAgain(title: string, {record}: ShownIndexer, call: AppCall, deps: RouteDeps): Promise<void> {
	const fields = {text: title, imdbId: null, tmdbId: null, tvdbId: null, season: null, episode: null, year: null};
	await search({kind: 'search', fields, indexerIds: [record.id], categories: []}, call, deps).catch(error => {
		throw error instanceof NotFound ? notFound() : error;
	});
}

/** Names with other letters than those of English are given twice, as browsers and clients understand them. */
function fileName(name: string): string {
	const plain = name.replaceAll(/[^\w .()[\]-]/g, '_');
	return plain === name
		? `filename="${plain}"`
		: `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`;
}
