import {flag, integer, integerOrNull, text, textOrNull} from '#shared/presenters/fields.ts';

/**
 * Fields of an episode, within its season and on its own. They are grouped so that each reply keeps
 * the order of its fields.
 */
export const place = {id: text, seriesId: text, seasonNumber: integer, episodeNumber: integer};
export const plot = {title: textOrNull, overview: textOrNull, airDate: textOrNull};
export const course = {runtime: integerOrNull, monitored: flag};
