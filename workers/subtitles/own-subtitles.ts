import type {Subtitle} from '#shared/domain/media/subtitle.ts';
import type {FoundSubtitleFile} from '../integrations/subtitle-files/subtitles-beside.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {PutSubtitle} from './subtitled-title.ts';

interface Known {
	/** What the record lists. */
	known: readonly Subtitle[];
	/** What we have just put there. */
	placed: readonly PutSubtitle[];
	/** What lies beside the video. */
	found: readonly FoundSubtitleFile[];
}

interface Own {
	byPath: Map<string, PutSubtitle>;
	/** Ours that were not found by their names, but are there. */
	further: FoundSubtitleFile[];
}

/** Subtitles that we have put beside a video and that are still there. */
export async function ownSubtitles({known, placed, found}: Known, {files}: Pick<WorkerDeps, 'files'>): Promise<Own> {
	const ours = known.flatMap(subtitle => (isOurs(subtitle) ? [toPut(subtitle)] : []));
	const byPath = new Map([...ours, ...placed].map(each => [each.path, each]));
	const paths = new Set(found.map(({path}) => path));
	const formats = new Map(known.map(({path, format}) => [path, format]));
	const further: FoundSubtitleFile[] = [];
	for (const {path, language, forced, hearingImpaired} of byPath.values()) {
		if (!paths.has(path) && (await files.exists(path))) {
			const format = formats.get(path) ?? path.slice(path.lastIndexOf('.') + 1).toLowerCase();
			further.push({path, language, forced, hearingImpaired, format});
		}
	}
	return {byPath, further};
}

type OwnSubtitle = Subtitle & {path: string};

function isOurs(subtitle: Subtitle): subtitle is OwnSubtitle {
	return subtitle.path !== null && (subtitle.source === 'downloaded' || subtitle.source === 'uploaded');
}

const toPut = ({id: _, format: _format, ...subtitle}: OwnSubtitle): PutSubtitle => subtitle;
