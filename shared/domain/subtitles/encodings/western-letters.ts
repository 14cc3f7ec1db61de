import type {LanguageLetters} from './language-letters.ts';

/** Letters beyond ASCII, commonest first, and words that hardly any other language shares. */
function latin(code: string, letters: string, words: string): LanguageLetters {
	return {code, letters: [...letters], words: words.split(' '), script: 'latin'};
}

const vietnamese = 'đàáạảãâầấậẩẫăằắặẳẵèéẹẻẽêềếệểễìíịỉĩòóọỏõôồốộổỗơờớợởỡùúụủũưừứựửữỳýỵỷỹ';

/** Languages written with Latin letters. */
export const westernLetters: readonly LanguageLetters[] = [
	{...latin('en', 'éèêñïëçáöüóíàâôäåæ', 'the you and that it is what of this not have are'), borrowed: true},
	{...latin('id', 'é', 'yang tidak aku kau ini itu dan apa kita kami saya'), borrowed: true},
	latin('fr', 'éàèêçùâîôûëïœæüÿ', 'le la les est que pas vous je et un une des dans pour'),
	latin('de', 'üäößé', 'ich und nicht das ist die der du sie ein wir mit'),
	latin('es', 'áóíéñúü', 'que no de la el es en lo por una los está'),
	latin('pt', 'ãáçéêóíõâúàôü', 'não que de eu você uma um para isso está com ele'),
	latin('it', 'èàòùìéî', 'che non di la il un per sono mi ho una questo'),
	latin('nl', 'éëïèöüêá', 'het een niet ik van je dat en wat zijn maar'),
	latin('af', 'ëêéôïî', 'die nie ek het jy en wat'),
	latin('da', 'åæøéö', 'det er ikke jeg du og en har til hvad af vi'),
	latin('no', 'åøæéòôó', 'det er ikke jeg du og en har til hva av vi'),
	latin('sv', 'äåöéü', 'det är inte jag du och en har att vad vi som'),
	latin('fi', 'äöå', 'ei ja se että mutta olen hän mitä minä'),
	latin('is', 'íáðéóúöþæý', 'að ég er það og ekki þú við'),
	latin('ca', 'àéèóòçíúïü', 'que no és de la el una per amb'),
	latin('gl', 'óáéíñúüï', 'que non de un unha para con'),
	latin('eu', 'ñü', 'eta da ez bat du zer'),
	latin('ga', 'áíéóú', 'agus tá ní bhí sé'),
	latin('pl', 'łężóąśćńź', 'nie się na co jest że jak tak mnie'),
	latin('cs', 'íáěéčřžýšůúťďňó', 'je se na že ne co jsem jak tak'),
	latin('sk', 'áíéčžýšúôľťďäňóĺŕ', 'je sa na že nie čo som ako tak'),
	latin('hu', 'áéöóőüíúű', 'nem hogy az és egy van meg itt mit'),
	latin('ro', 'ăîţşâțș', 'nu să de ce și este un cu mă pe'),
	latin('hr', 'čšžćđ', 'je da ne se što sam to na u'),
	latin('bs', 'čšžćđ', 'je da ne se šta sam to na u'),
	latin('sr', 'čšžćđ', 'je da ne se šta sam to na u'),
	latin('sl', 'čšž', 'je da ne se kaj sem to na v'),
	latin('sq', 'ëçâ', 'të dhe një është nuk për me'),
	latin('tr', 'ıüşöçğâîİû', 'bir bu ne ve için ben çok var değil'),
	latin('az', 'ıüöğşçə', 'bir bu nə və üçün mən çox var'),
	latin('et', 'äõüöšž', 'ei ja see ma et sa mis'),
	latin('lv', 'āīēšūņžčļķģō', 'ir un es tu ka nav tas kas'),
	latin('lt', 'ėšžūįąčųę', 'ir tai kad ne aš tu kas yra'),
	latin('vi', vietnamese, 'không là có tôi anh em và của'),
];
