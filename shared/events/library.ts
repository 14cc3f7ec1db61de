import type {Stream} from './stream.ts';

export const titleEvents = ['titleAdded', 'titleChanged', 'fileAdded', 'fileChanged', 'fileRemoved', 'titleRemoved'] as const;
export type TitleEvent = (typeof titleEvents)[number];

/** A movie or series; of an event about a file, the one that it belongs to. */
export interface EventTitle {
	kind: 'movie' | 'series';
	id: string;
	libraryId: string | null;
}

export type LibraryEvents = Record<TitleEvent, EventTitle> & {
	/** Too many events to send one by one; clients reload instead. */
	reset: Record<string, never>;
};

export const libraryStream: Stream<LibraryEvents> = {channel: 'library'};
