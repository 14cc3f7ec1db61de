/** A film that may be copied freely, with its true ids. */
export interface Film {
	/** Id at the metadata provider. */
	id: number;
	imdbId: string;
	title: string;
	originalTitle?: string;
	/** ISO 639-1. */
	language: string;
	/** Date of its cinema release, `YYYY-MM-DD`. */
	released: string;
	/** Minutes. */
	runtime: number;
	genres: string[];
	director: string;
	overview: string;
	alternativeTitles?: string[];
	/** Who plays whom. */
	cast?: readonly (readonly [name: string, character: string])[];
}

/**
 * The titles of the sandbox's metadata provider: open films of the Blender studio, and old ones in the public domain.
 */
export const films: readonly Film[] = [
	{
		id: 10378,
		imdbId: 'tt1254207',
		title: 'Big Buck Bunny',
		language: 'en',
		released: '2008-04-10',
		runtime: 8,
		genres: ['Animation', 'Comedy', 'Family'],
		director: 'Sacha Goedegebure',
		overview: 'A gentle giant of a rabbit has had enough of three rodents who spoil his morning, and sets traps for them.',
		alternativeTitles: ['Peach Open Movie Project'],
	},
	{
		id: 45745,
		imdbId: 'tt1727587',
		title: 'Sintel',
		language: 'en',
		released: '2010-09-30',
		runtime: 14,
		genres: ['Animation', 'Fantasy'],
		director: 'Colin Levy',
		overview: 'A young woman nurses a wounded dragon, loses it, and crosses half the world to find it again.',
		alternativeTitles: ['Durian Open Movie Project'],
	},
	{
		id: 133701,
		imdbId: 'tt2285752',
		title: 'Tears of Steel',
		language: 'en',
		released: '2012-09-26',
		runtime: 12,
		genres: ['Science Fiction', 'Animation'],
		director: 'Ian Hubert',
		overview: 'In Amsterdam a handful of scientists replay an old quarrel between lovers to talk the robots out of a war.',
		cast: [
			['Derek de Lint', 'Old Thom'],
			['Sergio Hasselbaink', 'Barley'],
			['Rogier Schippers', 'Captain'],
			['Vanja Rukavina', 'Thom'],
			['Denise Rebergen', 'Celia'],
		],
	},
	{
		id: 9761,
		imdbId: 'tt0807840',
		title: 'Elephants Dream',
		language: 'en',
		released: '2006-05-18',
		runtime: 11,
		genres: ['Animation', 'Science Fiction'],
		director: 'Bassam Kurdali',
		overview: 'An old man leads a young one through an endless machine, and the two cannot agree on what they see in it.',
	},
	{
		id: 358332,
		imdbId: 'tt4957236',
		title: 'Cosmos Laundromat',
		language: 'en',
		released: '2015-08-10',
		runtime: 12,
		genres: ['Animation', 'Fantasy'],
		director: 'Mathieu Auvray',
		overview: 'A weary sheep on a lonely island meets a salesman whose goods are other lives, a few minutes each.',
	},
	{
		id: 593048,
		imdbId: 'tt9249278',
		title: 'Spring',
		language: 'en',
		released: '2019-04-04',
		runtime: 8,
		genres: ['Animation', 'Fantasy', 'Adventure'],
		director: 'Andy Goralczyk',
		overview: 'A shepherd girl and her dog climb into the mountains to wake the season that keeps the world turning.',
	},
	{
		id: 10331,
		imdbId: 'tt0063350',
		title: 'Night of the Living Dead',
		language: 'en',
		released: '1968-10-04',
		runtime: 96,
		genres: ['Horror', 'Thriller'],
		director: 'George A. Romero',
		overview: 'Strangers bar the doors of a farmhouse for a night while the dead walk outside and tempers rise within.',
		cast: [
			['Duane Jones', 'Ben'],
			["Judith O'Dea", 'Barbra'],
			['Karl Hardman', 'Harry Cooper'],
			['Marilyn Eastman', 'Helen Cooper'],
		],
	},
	{
		id: 653,
		imdbId: 'tt0013442',
		title: 'Nosferatu',
		originalTitle: 'Nosferatu, eine Symphonie des Grauens',
		language: 'de',
		released: '1922-02-16',
		runtime: 95,
		genres: ['Fantasy', 'Horror'],
		director: 'F. W. Murnau',
		overview: 'A clerk sells a house to a count who sleeps in earth, and the plague comes to town with the new neighbour.',
		alternativeTitles: ['Nosferatu: A Symphony of Horror'],
	},
	{
		id: 961,
		imdbId: 'tt0017925',
		title: 'The General',
		language: 'en',
		released: '1926-12-25',
		runtime: 79,
		genres: ['Action', 'Comedy'],
		director: 'Buster Keaton',
		overview: 'An engine driver whom the army would not take chases his stolen locomotive alone, and then drives it home.',
	},
	{
		id: 3085,
		imdbId: 'tt0032599',
		title: 'His Girl Friday',
		language: 'en',
		released: '1940-01-18',
		runtime: 92,
		genres: ['Comedy', 'Romance'],
		director: 'Howard Hawks',
		overview: 'An editor has one day, one hanging and one scoop to keep his best reporter from marrying another man.',
		cast: [
			['Cary Grant', 'Walter Burns'],
			['Rosalind Russell', 'Hildy Johnson'],
			['Ralph Bellamy', 'Bruce Baldwin'],
		],
	},
	{
		id: 4808,
		imdbId: 'tt0056923',
		title: 'Charade',
		language: 'en',
		released: '1963-12-01',
		runtime: 113,
		genres: ['Comedy', 'Mystery', 'Romance'],
		director: 'Stanley Donen',
		overview: 'A widow in Paris is hunted for money that she never saw, and her helper has a new name every day.',
		cast: [
			['Cary Grant', 'Peter Joshua'],
			['Audrey Hepburn', 'Regina Lampert'],
			['Walter Matthau', 'Hamilton Bartholomew'],
			['James Coburn', 'Tex Panthollow'],
		],
	},
	{
		id: 10513,
		imdbId: 'tt0052077',
		title: 'Plan 9 from Outer Space',
		language: 'en',
		released: '1957-07-22',
		runtime: 79,
		genres: ['Science Fiction', 'Horror'],
		director: 'Edward D. Wood Jr.',
		overview: 'Visitors from another world raise three of the dead to make mankind listen, on what strings they have.',
	},
	{
		id: 19,
		imdbId: 'tt0017136',
		title: 'Metropolis',
		language: 'de',
		released: '1927-02-06',
		runtime: 153,
		genres: ['Drama', 'Science Fiction'],
		director: 'Fritz Lang',
		overview: 'The son of the man who rules a city of towers goes down to those who keep its engines running.',
		cast: [
			['Brigitte Helm', 'Maria'],
			['Alfred Abel', 'Joh Fredersen'],
			['Gustav Fröhlich', 'Freder'],
		],
	},
];

export function findFilm(id: number): Film | null {
	return films.find(film => film.id === id) ?? null;
}

export function yearOf({released}: Film): number {
	return Number(released.slice(0, 4));
}
