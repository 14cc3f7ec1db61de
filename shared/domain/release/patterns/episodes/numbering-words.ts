/**
 * "Season" in the languages whose releases spell it out. The British `series` is missing because it occurs in titles.
 */
export const seasonWords =
	'seasons?|saisons?|staffeln?|stagion[ei]|temporadas?|temp|sezon(?:u|y|ul|a|e|as)?|sezóny|seizoen(?:en)?|säsong(?:er)?|sæson(?:er)?|sesong(?:er)?|kausi|kaudet|série|évad|řada|сезон(?:и|ы|а|ів|ов)?|séria|hooaeg|musim|mùa|σεζόν|κύκλος|シーズン|시즌|الموسم|עונה|ซีซั่?น';

/** "Episode" in the same languages, long and short. */
export const episodeWords =
	'episodes?|épisodes?|episodi(?:os?|i)?|episódios?|eps?|folgen?|capítulos?|capitulos?|caps?|aflevering(?:en)?|afl|avsnitt|afsnit|jakso|odcin(?:ek|ki)|odc|díl|dil|rész|bölüm|bolum|blm|seri[iy]?a|serii|сери[яийю]|серії|серія|серій|эпизоды?|епізоди?|епизоди?|epizoda|epizóda|episodul|epizodas|выпуск|випуск|tập|επεισόδιο|الحلقة|פרק|ตอนที่|ตอน';

/** The plurals among them: `Episodes 6 of 12` means the first six. */
export const manyEpisodes =
	/^(?:episodes|épisodes|episodi|episódios|eps|folgen|capítulos|capitulos|caps|afleveringen|odcinki|серии|серий|серії|серій|serii|эпизоды|епізоди)/i;

/** Words between the first and the last of a list that include every number in between. */
export const spanWords = 'to|thru|through|bis|al|ao|até|a|à|do|до|по|tot';

/** Words that join exactly two numbers. */
export const joinWords = 'and|und|en|et|e|i|y|и|та|og|och';

/** "Of", as in `6 of 12`. */
export const ofWords = 'of|из|із|з|iz|di|de|von|z|sur';
