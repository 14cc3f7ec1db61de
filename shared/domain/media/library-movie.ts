import type {MediaFile} from './media-file.ts';
import type {MinimumAvailability, MovieDetails} from './movie.ts';
import type {KeptTitle} from './title.ts';

/** A movie of the library: what the provider knows of it, and what we do with it. */
export interface Movie extends MovieDetails, KeptTitle {
	minimumAvailability: MinimumAvailability;
	file: MediaFile | null;
}
