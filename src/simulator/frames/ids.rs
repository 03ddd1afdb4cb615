//! PURE. Ids as the CLI and its API write them, from a seed: the same seed gives the same ids in the same order.

const BASE58: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BASE36: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";
const HEX: &[u8] = b"0123456789abcdef";
const ADJECTIVES: &[&str] = &[
    "prancy", "quiet", "amber", "nimble", "velvet", "sunny", "crisp", "gentle",
];
const NOUNS: &[&str] = &[
    "stardust", "harbor", "meadow", "lantern", "comet", "willow", "pebble", "canyon",
];

/// A source of ids.
#[derive(Debug, Clone)]
pub struct Ids {
    state: u64,
}

impl Ids {
    /// A source with this seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// 64 bits; the `SplitMix64` sequence.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn word(&mut self, alphabet: &[u8], length: usize) -> String {
        let mut word = String::with_capacity(length);
        let mut bits = 0_u64;
        for index in 0..length {
            if index % 8 == 0 {
                bits = self.next();
            }
            let at = usize::from((bits & 0xFF) as u8) % alphabet.len();
            bits >>= 8;
            word.push(alphabet.get(at).copied().map_or('0', char::from));
        }
        word
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        let at = usize::try_from(self.next() % 0xFFFF).unwrap_or(0) % words.len().max(1);
        words.get(at).copied().unwrap_or_default()
    }

    /// A version 4 UUID: frames, sessions, and the CLI's own control requests.
    pub fn uuid(&mut self) -> String {
        let (high, low) = (self.next(), self.next());
        let bits = (u128::from(high) << 64) | u128::from(low);
        uuid::Builder::from_random_bytes(bits.to_be_bytes())
            .into_uuid()
            .to_string()
    }

    /// `msg_01…`: a message of the model.
    pub fn message(&mut self) -> String {
        format!("msg_01{}", self.word(BASE58, 22))
    }

    /// `toolu_01…`: a tool call.
    pub fn tool_use(&mut self) -> String {
        format!("toolu_01{}", self.word(BASE58, 22))
    }

    /// `req_011C…`: a request to the API.
    pub fn api_request(&mut self) -> String {
        format!("req_011C{}", self.word(BASE58, 20))
    }

    /// `a` and 16 hexadecimal digits: a sub-agent, which is its task too.
    pub fn agent_task(&mut self) -> String {
        format!("a{}", self.word(HEX, 16))
    }

    /// `b` and eight letters or digits: a shell command that became a task.
    pub fn shell_task(&mut self) -> String {
        format!("b{}", self.word(BASE36, 8))
    }

    /// `0mwipd1db-5ee234a3`: one run of a task.
    pub fn run(&mut self) -> String {
        format!("0{}-{}", self.word(BASE36, 8), self.word(HEX, 8))
    }

    /// `plan-a-small-change-prancy-stardust.md`: the file of a plan, named after the prompt.
    pub fn plan_file(&mut self, prompt: &str) -> String {
        let mut words: Vec<String> = prompt
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .take(4)
            .map(str::to_ascii_lowercase)
            .collect();
        words.push(self.pick(ADJECTIVES).to_owned());
        words.push(self.pick(NOUNS).to_owned());
        format!("{}.md", words.join("-"))
    }

    /// What stands for the signature of a thinking block.
    pub fn signature(&mut self) -> String {
        format!("{}==", self.word(BASE58, 62))
    }

    /// A number below `limit`, for delays and other small variations.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }
}
