/** How a language looks in writing, as far as it tells a right decoding from a wrong one. */
export interface LanguageLetters {
	/** ISO 639-1. */
	code: string;
	/** Lower-case letters beyond ASCII, commonest first. */
	letters: string[];
	/** Its letters beyond ASCII are only those of foreign words, so they prove little. */
	borrowed?: boolean;
	/** Common words; only for languages with Latin letters. */
	words: string[];
	script: 'latin' | 'alphabet' | 'ideographs';
	/** Further characters of the language that are rarer. */
	others?: RegExp;
	/** Signs, digits and punctuation of its own. */
	marks?: RegExp | null;
}

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

function alphabet(code: string, letters: string, marks: RegExp | null = null): LanguageLetters {
	return {code, letters: [...letters], words: [], script: 'alphabet', marks};
}

const arabicMarks = /[\u064b-\u0652\u0640،؛؟٪\u0660-\u0669\u06f0-\u06f9]/u;
const arabic = 'اليمنرتوبدهعسفكحقشجصطخأةىزضثذغإئءآظؤ';

/** Alphabets other than the Latin one, commonest letter first. */
export const easternLetters: readonly LanguageLetters[] = [
	alphabet('ru', 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'),
	alphabet('uk', 'оанитівердслкупямзьбгчйхжшцюїєщфґ’'),
	alphabet('be', 'аіноерсытлкдпмяўвузцгьчбхжшэюёйф'),
	alphabet('bg', 'аоеитнрсвлдкпмзгубщчяцшйхжюфъь'),
	alphabet('sr', 'аоиенрсјтукмдвпљзгбшчњцжћђфхџ'),
	alphabet('mk', 'аоеитнрсвкдјлмпугзбшчцжњќљхфѓџѕ'),
	alphabet('el', 'αοιετσνηυρπκμλςόίάέδγθήωύχώφβξζψϊϋΐΰ'),
	alphabet('he', 'יוהלאתמרבנשדחעםקכגפטןזסצךףץ', /[\u05b0-\u05c2]/u),
	alphabet('ar', arabic, arabicMarks),
	alphabet('fa', 'اینردمهوتبشسکگزپچخفعقجلحصطغضذثظژآئءأؤۀيك', arabicMarks),
	alphabet('ur', 'ایکرنوہےمتسلبدپںھگجعٹچشحقزفطئخصآڑڈغضثذظژؤءي', arabicMarks),
	alphabet('th', 'านรอกเง่มยลวดทสต้ัีปบคแหิไ็ะขจชพโใ์ืุูำถซผณศภธษฟญๆฉฐฒฬฮฝฏฎฑฤฆ', /[๐-๙]/u),
];

/** The commonest characters of simplified and of traditional Chinese; together they are most of any dialogue. */
const simplified =
	'的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱倒未持取设始双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视喜离虽坏吗吧啊母晚夜妈爸帮忙';
const traditional =
	'這來國個說們為時會過學對裡後麼沒於還發當無開見經頭動兩長樣現將與進實點種聲話兒問機給幾業間電門東聽氣關並內卻軍產萬體別處總場師書員華報馬張難數車應親務記邊風戰許覺題統請愛讓認論義術結連遠資隊帶條變聯權該領傳紅決達辦運強區轉輕語滿寫識極黃臉錢雙歷廣議際則單據導網專誰讀飛觀爭視離雖壞嗎媽爸幫著裏';
const asianMarks = /[\u3000-\u303f\uff01-\uff5e\u30fb\u30fc]/u;

const hiragana =
	'いのんかたなてしとにはるっうがだこれらあまくすもきでおよりをねそわさけつせどじえみめちやょろばげゃずぶびへほひごむざゅふぜぐぎべぼょぞゆづぱぽぴぷぺぁぃぇぉゎゐゑ';
const kanji =
	'人一日大年出本中子見国言上分生手自行者二間事思時気会十家女三前的方入小地合後目長場代私下立部学物月田何来彼話体動社知理山内同心発高実作当新世今書度明五戦力名金性対意用男主通関文屋感郎業定政持道外取所現最化四先民身不口川東相法全八円市引近野水然九待死愛父母夜妻夢約束帰聞食忘君僕俺誰彼女殺守助信';
const hangul =
	'이다는을가에고하의지도한로사기리아은를나어자들그대서정시인수있게보일해라오만여부니러면스전주것선으적구비제원조장동상요야네거안마내저왜뭐말당신우생각람없알았겠습했었할입까데좋무세모걸준살간잘죽돈집줄진방미성영국연화유경재위관과교분단실공바결소문중개년월너널난날내잖군던번같줘봐와못된될때더또뭘누구됐어떻모두빨리제발';

function ideographs(code: string, letters: string, others: RegExp): LanguageLetters {
	return {code, letters: [...new Set(letters)], words: [], script: 'ideographs', others, marks: asianMarks};
}

/** Chinese, Japanese and Korean: the commonest characters, and what else belongs to the writing. */
export const asianLetters: readonly LanguageLetters[] = [
	ideographs('zh', simplified + traditional, /[\u4e00-\u9fff]/u),
	ideographs('ja', hiragana + kanji, /[\u30a1-\u30f6\u4e00-\u9fff]/u),
	ideographs('ko', hangul, /[\uac00-\ud7a3]/u),
];
