import Joi from 'joi';
import {ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {defaultEpisodeNaming} from '#shared/domain/naming/episode-path.ts';
import {defaultMovieNaming} from '#shared/domain/naming/movie-path.ts';
import {previewNaming} from '#shared/domain/naming/preview.ts';
import {namingPreview} from './replies.ts';

interface PreviewBody {
	movieFolderFormat?: string;
	movieFileFormat?: string;
	seriesFolderFormat?: string;
	seasonFolderFormat?: string;
	episodeFileFormat?: string;
}
const format = Joi.string().allow('').max(500);
const previewBody = Joi.object<PreviewBody, true>({
	movieFolderFormat: format,
	movieFileFormat: format,
	seriesFolderFormat: format,
	seasonFolderFormat: format,
	episodeFileFormat: format,
});

/**
 * Shows what naming formats make of sample titles before they are stored; formats that are not
 * given are the current ones.
 */
export function namingPreviewRoutes({settings}: RouteDeps): Route[] {
	return [
		route('POST /api/settings/media/naming-preview', {access: 'admin', body: previewBody}, async ({body}) => {
			const episode = body.episodeFileFormat ?? settings.get('media.episodeFileFormat');
			const preview = previewNaming(
				{
					...defaultMovieNaming,
					movieFolder: body.movieFolderFormat ?? settings.get('media.movieFolderFormat'),
					movieFile: body.movieFileFormat ?? settings.get('media.movieFileFormat'),
				},
				{
					...defaultEpisodeNaming,
					seriesFolder: body.seriesFolderFormat ?? settings.get('media.seriesFolderFormat'),
					seasonFolder: body.seasonFolderFormat ?? settings.get('media.seasonFolderFormat'),
					standardEpisode: episode,
					dailyEpisode: episode,
					animeEpisode: episode,
				},
			);
			return ok(namingPreview.present(preview));
		}),
	];
}
