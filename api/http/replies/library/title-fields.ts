import type {Image} from '#shared/domain/media/title.ts';
import {
	flag,
	integer,
	integerOrNull,
	numberOrNull,
	text,
	textOrNull,
	texts,
	timestamp,
	timestampOrNull,
} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';

/** Fields that movies and series share. They are grouped so that each reply keeps the order of its fields. */
export const names = {title: text, originalTitle: textOrNull, year: integerOrNull, metaId: integer};
export const about = {imdbId: textOrNull, overview: textOrNull};
export const reception = {
	genres: texts,
	certification: textOrNull,
	metaRating: numberOrNull,
	metaVoteCount: integerOrNull,
	posterUrl: textOrNull,
	backdropUrl: textOrNull,
	monitored: flag,
};
export const dates = {createdAt: timestamp, updatedAt: timestamp, addedAt: timestamp};
export const keeping = {rootFolderPath: text, qualityProfileId: text, searchOnAdd: flag, lastSearchTime: timestampOrNull};

export const image = viewOf<Image>()({url: text, type: text});
export const person = {name: text, character: textOrNull, metaId: integerOrNull};
