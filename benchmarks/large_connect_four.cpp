// Connect four by the method of saizen.large, written by hand: layers as sorted arrays of 64-bit positions, a byte
// of value each, children found by searching the next layer near the last one. Prints positions and value.
// Build and run: see large_games.py.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Keys = std::vector<uint64_t>;

static int columns, rows, high;
static uint64_t bottom, board, steps[4][2];
static int step_count;

static uint64_t stones_of(uint64_t position) {
    uint64_t filled = position;
    for (int i = 0; i < step_count; i++) filled |= filled >> steps[i][0] & steps[i][1];
    return filled >> 1 & board;
}

static bool has_four(uint64_t stones) {
    for (int shift : {1, high, high - 1, high + 1}) {
        uint64_t pairs = stones & stones >> shift;
        if (pairs & pairs >> 2 * shift) return true;
    }
    return false;
}

static const int PLAYING = -128;

static int ended(uint64_t position, uint64_t stones) {
    int count = __builtin_popcountll(stones);
    if (has_four(stones & (count % 2 ? position : ~position))) return count % 2 ? 1 : -1;
    return stones == board ? 0 : PLAYING;
}

static int children_of(uint64_t position, uint64_t stones, uint64_t *out) {
    uint64_t marks = (stones << 1 | bottom) & ~stones & board;
    int taller = __builtin_popcountll(stones) % 2 == 0, count = 0;
    for (; marks; marks &= marks - 1) out[count++] = position + ((marks & -marks) << taller);
    return count;
}

static Keys unite(const Keys &left, const Keys &right) {
    Keys both(left.size() + right.size());
    both.resize(std::set_union(left.begin(), left.end(), right.begin(), right.end(), both.begin()) - both.begin());
    both.shrink_to_fit();
    return both;
}

static void add(std::vector<Keys> &runs, Keys run) {
    runs.push_back(std::move(run));
    while (runs.size() > 1 && 2 * runs.back().size() > runs[runs.size() - 2].size()) {
        Keys right = std::move(runs.back());
        runs.pop_back();
        runs.back() = unite(runs.back(), right);
    }
}

static size_t search(const Keys &keys, uint64_t key, size_t near) {
    size_t low = std::min(near, keys.size() - 1), up, step = 1;
    if (keys[low] <= key) {
        up = low + 1;
        while (up < keys.size() && keys[up] <= key) low = up, up += step, step *= 2;
        up = std::min(up, keys.size());
    } else {
        up = low;
        low = low ? low - 1 : 0;
        while (low > 0 && keys[low] > key) up = low, low = low > step ? low - step : 0, step *= 2;
    }
    while (up - low > 1) {
        size_t middle = (low + up) / 2;
        (keys[middle] <= key ? low : up) = middle;
    }
    return low;
}

int main(int, char **words) {
    columns = atoi(words[1]), rows = atoi(words[2]), high = rows + 1;
    for (int column = 0; column < columns; column++) bottom |= uint64_t(1) << column * high;
    board = bottom * ((uint64_t(1) << rows) - 1);
    for (int shift = 1; shift <= rows; shift *= 2, step_count++) {
        steps[step_count][0] = shift;
        steps[step_count][1] = bottom * ((uint64_t(1) << std::max(0, high - shift)) - 1);
    }
    std::vector<Keys> layers{{bottom}};
    uint64_t out[64], total = 0;
    while (!layers.back().empty()) {
        const Keys &keys = layers.back();
        total += keys.size();
        std::vector<Keys> runs;
        Keys found;
        auto close = [&] {
            std::stable_sort(found.begin(), found.end());
            found.erase(std::unique(found.begin(), found.end()), found.end());
            add(runs, Keys(found));
            found.clear();
        };
        found.reserve(1 << 20);
        for (uint64_t position : keys) {
            uint64_t stones = stones_of(position);
            if (ended(position, stones) != PLAYING) continue;
            int count = children_of(position, stones, out);
            found.insert(found.end(), out, out + count);
            if (found.size() + 64 > 1 << 20) close();
        }
        close();
        while (runs.size() > 1) {
            Keys right = std::move(runs.back());
            runs.pop_back();
            runs.back() = unite(runs.back(), right);
        }
        layers.push_back(std::move(runs[0]));
    }
    std::vector<std::vector<int8_t>> values(layers.size());
    for (size_t place = layers.size(); place-- > 0;) {
        values[place].resize(layers[place].size());
        size_t near[64] = {};
        for (size_t at = 0; at < layers[place].size(); at++) {
            uint64_t position = layers[place][at], stones = stones_of(position);
            int best = ended(position, stones);
            if (best == PLAYING) {
                bool second = __builtin_popcountll(stones) % 2;
                int count = children_of(position, stones, out);
                best = second ? 2 : -2;
                for (int child = 0; child < count; child++) {
                    near[child] = search(layers[place + 1], out[child], near[child]);
                    int value = values[place + 1][near[child]];
                    best = second ? std::min(best, value) : std::max(best, value);
                }
            }
            values[place][at] = best;
        }
    }
    printf("%llu %d\n", (unsigned long long)total, values[0][0]);
}
