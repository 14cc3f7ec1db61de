/** "Season" in the languages whose releases spell it out; the British `series` is left out because titles carry it. */
export const seasonWords =
	'seasons?|saisons?|staffeln?|stagion[ei]|temporadas?|temp|sezonu?|sezony|seizoen|säsong|sæson|sesong|kausi|série|évad|сезон[иыа]?|シーズン|시즌';

/** "Episode" in the same languages, long and short. */
export const episodeWords =
	'episodes?|épisodes?|episodi[oi]?|episódios?|eps?|folgen?|capítulos?|capitulos?|cap|aflevering|afl|avsnitt|afsnit|jakso|odcinek|odc|díl|dil|rész|bölüm|bolum|blm|сери[яийю]|серії|серія|эпизоды?|выпуск|tập';

/** Words that join the first and the last episode of a list. */
export const listWords = 'and|en|et|to|und|bis|al|a|и|по';
