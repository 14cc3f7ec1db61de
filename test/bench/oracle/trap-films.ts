import type {Random} from './random.ts';
import type {Trap} from './truth.ts';

const tagged = ['EXTENDED', 'German', 'GERMAN', 'UNRATED', 'FRENCH', 'PROPER'];
const tails = ['1080p.BluRay.x264-PIKE', '720p.WEB-DL.H264-PIKE', '2160p.UHD.BluRay.x265-PIKE', 'DL.1080p.BluRay.x264-HAFEN'];

/** Films whose titles end in a language, a number or a year. */
export function filmTraps({pick, int}: Random): Trap {
	const year = int(1930, 2027);
	const earlier = int(1900, year - 1);
	const tail = pick(tails);
	const spaced = tail.replaceAll('.', ' ');
	const language = pick(['English', 'Russian', 'Spanish', 'Greek', 'Chinese', 'Japanese', 'Dutch', 'Polish', 'Danish']);
	const first = pick(['Captain', 'Quiet', 'Studying', 'Almost', 'Doctor', 'Sailor', 'Perfect']);
	const [name, film] = pick<[string, string]>([
		[`${first}.${language}.${year}.${tail}`, `${first} ${language}`],
		[`${first} ${language} (${year}) ${spaced}`, `${first} ${language}`],
		[`${first} ${pick([language, 'French', 'Italian', 'German'])} (${year}) [1080p]`, ''],
		[`Get.Her.To.The.${language}.${year}.${pick(tagged)}.${tail}`, `Get Her To The ${language}`],
		[`Wonder.Harbour.${earlier}.${pick(tagged)}.${year}.${tail}`, `Wonder Harbour ${earlier}`],
		[`Wonder.Harbour.${earlier}.${year}.${tail}`, `Wonder Harbour ${earlier}`],
		[`Wonder Harbour ${earlier} (${year}) ${spaced}`, `Wonder Harbour ${earlier}`],
		[
			`Hafennebel.${pick(['GERMAN', 'German', 'DC.German', 'SPECIAL.EXTENDED.EDITION', 'UNCUT', 'FRENCH', 'iTALiAN'])}.${year}.${tail}`,
			'Hafennebel',
		],
		[`[123${int(10, 99)}]-[FULL]-[#a.b.films]-[ Paper.Harbour.${year}.${tail} ]-[01/85] - "pike-ph.nfo" yEnc`, 'Paper Harbour'],
		[`Harbour ${int(2, 13)} (${year}) ${spaced}`, ''],
	]);
	const written = film === '' ? name.slice(0, name.indexOf(' (')) : film;
	return {name, meant: {film: written, year}};
}
