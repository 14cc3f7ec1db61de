import {ownerKey, type SubtitleOwner} from '../../domain/subtitles/subtitle-owner.ts';
import {defineJob} from '../job.ts';
import {subtitleOwner} from './subtitle-owner.ts';

/** Looks which subtitles the title's file has, inside and beside it, and stores them with what is missing. */
export const readSubtitles = defineJob<{owner: SubtitleOwner}>({
	name: 'read-subtitles',
	queue: 'subtitles',
	payload: {owner: subtitleOwner},
	dedupeKey: ({owner}) => ownerKey(owner),
	runsAgain: true,
});
