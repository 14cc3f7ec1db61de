import type {MediaFile} from './media-file.ts';
import type {MinimumAvailability, MovieDetails} from './movie.ts';
import type {LibraryTitle} from './title.ts';

/** A movie in the library: the provider's data, and our own. */
export interface Movie extends MovieDetails, LibraryTitle {
	minimumAvailability: MinimumAvailability;
	file: MediaFile | null;
}
