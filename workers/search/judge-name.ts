import {isWholeSeason} from '#shared/domain/matching/match-episodes.ts';
import type {ReleaseType} from '#shared/domain/quality/custom-format.ts';
import {matchFormats, type NamedRelease, noHits, patternTexts} from '#shared/domain/quality/custom-formats.ts';
import {verdictOf} from '#shared/domain/quality/name-verdict.ts';
import {qualityOf} from '#shared/domain/quality/qualities.ts';
import {guessMode} from '#shared/domain/release/guess-mode.ts';
import {parseTitle, parseUnknown} from '#shared/domain/release/parse-title.ts';
import type {ParsedTitle, TitleMode} from '#shared/domain/release/parsed-title.ts';
import {languagesOfRelease} from '#shared/domain/release/spoken-languages.ts';
import type {judgeName} from '#shared/jobs/search.ts';
import {type FormatDeps, runFormats} from '../library/run-formats.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = FormatDeps & Pick<WorkerDeps, 'qualityProfiles'>;

/** The same parser, formats and scores as for releases of indexers; only what a name does not say is left out. */
export const handleJudgeName: Handler<typeof judgeName, keyof Deps> = async ({name, mode: asked, size}, deps) => {
	const mode = asked ?? guessMode(name);
	const read = parseTitle(name, {mode});
	const named: NamedRelease = read ?? {...parseUnknown(name, mode), year: null};
	const {formats, hits} = await runFormats([patternTexts(named)], deps);
	const languages = languagesOfRelease(named, []);
	const subject = {
		parsed: named,
		release: {size, flags: []},
		languages,
		releaseType: typeOf(read, mode),
		originalLanguage: null,
		hits: hits[0] ?? noHits,
	};
	const matched = matchFormats(formats, subject);
	const quality = qualityOf(named.quality).name;
	const formatIds = new Set(matched.map(({id}) => id));
	const profiles = await deps.qualityProfiles.list();
	return {
		mode,
		isUnderstood: read !== null,
		parsed: read ?? named,
		quality,
		formats: matched.map(({id, name: formatName}) => ({id, name: formatName})),
		profiles: profiles.map(profile => verdictOf(profile, {quality, languages, formatIds})),
	};
};

function typeOf(read: ParsedTitle | null, mode: TitleMode): ReleaseType {
	if (mode === 'movie') {
		return 'movie';
	}
	if (read && isWholeSeason(read)) {
		return 'seasonPack';
	}
	return (read?.episodes.length ?? 0) > 1 ? 'multiEpisode' : 'singleEpisode';
}
